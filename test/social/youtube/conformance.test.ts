import { conformance } from '../conformance/conformance.js';
import { youtube } from './subject.js';

conformance(youtube());
