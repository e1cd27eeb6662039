import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Puts messages and stack traces of failures among the payloads, which a codec encrypts. Loaded by
 * its path in workflows, workers and clients, and only where there is a codec. Failures of either
 * kind are read by both converters.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
