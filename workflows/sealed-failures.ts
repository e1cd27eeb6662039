import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Moves messages and stack traces of failures into the payloads, which a codec encrypts. Loaded by
 * its path in workflows, workers and clients, and only if there is a codec. Both converters can
 * read both kinds of failures.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
