import { conformance } from '../conformance/conformance.js';
import { tiktok } from './subject.js';

conformance(tiktok());
