import type { PresetId } from '../../../../domain/catalogue/presets.js';
import type { Look } from './look.js';
import { MEN } from './men.js';
import { WOMEN } from './women.js';

/** How each catalogue entry is drawn; an entry without a look does not compile. */
export const LOOKS: Readonly<Record<PresetId, Look>> = { ...WOMEN, ...MEN };
