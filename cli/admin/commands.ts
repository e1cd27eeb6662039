import { accountCommands } from './account.js';
import type { Command } from './command.js';
import { creditsCommands } from './credits.js';
import { deliveryCommands } from './delivery.js';
import { deployCommands } from './deploy.js';
import { doctor } from './doctor.js';
import { generationFail } from './generation-fail.js';
import { generationShow } from './generation.js';
import { keyCommands } from './key.js';
import { provenanceCommands } from './provenance.js';
import { requestShow } from './request.js';
import { restored } from './restored.js';
import { secretsReseal } from './secrets-reseal.js';
import { signInLink } from './sign-in-link.js';

/** All commands, in the order of the help text. */
export const COMMANDS: readonly Command[] = [
  ...accountCommands,
  ...creditsCommands,
  ...keyCommands,
  signInLink,
  generationShow,
  generationFail,
  ...deliveryCommands,
  requestShow,
  secretsReseal,
  ...provenanceCommands,
  ...deployCommands,
  restored,
  doctor,
];
