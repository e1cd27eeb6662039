import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConnectionOptions } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import type { TemporalEnv } from './env-temporal.js';
import { createPayloadCodec } from './payload-codec.js';

/** A connection's settings. */
export type TemporalSettings = Pick<
  TemporalEnv,
  'temporalAddress' | 'temporalNamespace' | 'temporalAccess' | 'codecKeys'
>;

/**
 * Builds connection options for clients, workers, admin commands and replay. The SDK's two
 * connection types have the same fields.
 */
export function buildConnectionOptions({ temporalAddress, temporalAccess }: TemporalSettings) {
  return { address: temporalAddress, ...temporalAccess } satisfies ConnectionOptions;
}

// The SDK loads the file by its path: a source file under tsx, otherwise a compiled file.
const SEALED_FAILURES = fileURLToPath(
  new URL(`../workflows/sealed-failures${extname(import.meta.url)}`, import.meta.url),
);

/** Workflow bundle options used if payloads are encrypted. */
export const SEALED_BUNDLE = { failureConverterPath: SEALED_FAILURES };

/** Builds the options for reading and writing payloads; empty if histories are in plain text. */
export function buildConverterOptions({ codecKeys }: Pick<TemporalEnv, 'codecKeys'>): {
  readonly dataConverter?: DataConverter;
} {
  if (codecKeys.length === 0) return {};
  return { dataConverter: { payloadCodecs: [createPayloadCodec(codecKeys)], ...SEALED_BUNDLE } };
}
