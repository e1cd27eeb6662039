import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConnectionOptions } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import type { TemporalEnv } from './env-temporal.js';
import { createPayloadCodec } from './payload-codec.js';

/** Settings of a connection. */
export type TemporalSettings = Pick<
  TemporalEnv,
  'temporalAddress' | 'temporalNamespace' | 'temporalAccess' | 'codecKeys'
>;

/**
 * Connection options for clients, workers, admin commands and replay. The SDK's two connection
 * types take the same fields.
 */
export function buildConnectionOptions({ temporalAddress, temporalAccess }: TemporalSettings) {
  return { address: temporalAddress, ...temporalAccess } satisfies ConnectionOptions;
}

// The SDK loads the file by its path: a source under tsx, otherwise a compiled file.
const SEALED_FAILURES = fileURLToPath(
  new URL(`../workflows/sealed-failures${extname(import.meta.url)}`, import.meta.url),
);

/** Bundle options for workflow code when payloads are encrypted. */
export const SEALED_BUNDLE = { failureConverterPath: SEALED_FAILURES };

/** Options for reading and writing payloads; empty when histories are in plain text. */
export function buildConverterOptions({ codecKeys }: Pick<TemporalEnv, 'codecKeys'>): {
  readonly dataConverter?: DataConverter;
} {
  if (codecKeys.length === 0) return {};
  return { dataConverter: { payloadCodecs: [createPayloadCodec(codecKeys)], ...SEALED_BUNDLE } };
}
