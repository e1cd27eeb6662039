import { accountCreate } from './account-create.js';
import type { Command } from './command.js';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [accountCreate];
