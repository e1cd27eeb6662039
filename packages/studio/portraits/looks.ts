import type { PortraitLook } from './look.js';
import { MEN } from './men.js';
import { WOMEN } from './women.js';

/** A person that the studio can draw. */
export type PersonId = keyof typeof WOMEN | keyof typeof MEN;

/** How each person is drawn. */
export const LOOKS: Readonly<Record<PersonId, PortraitLook>> = { ...WOMEN, ...MEN };
