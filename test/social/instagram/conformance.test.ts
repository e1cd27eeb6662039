import { conformance } from '../conformance/conformance.js';
import { INSTAGRAM } from './subject.js';

conformance(INSTAGRAM);
