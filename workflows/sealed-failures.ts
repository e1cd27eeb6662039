import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Moves failure messages and stack traces into the payloads, which a codec encrypts. Loaded by its
 * path in workflows, workers and clients, and only if there is a codec. The default
 * converter and this one can each read both kinds of failures.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
