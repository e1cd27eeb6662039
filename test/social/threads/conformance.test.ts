import { conformance } from '../conformance/conformance.js';
import { THREADS } from './subject.js';

conformance(THREADS);
