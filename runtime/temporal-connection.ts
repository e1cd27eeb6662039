import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConnectionOptions } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import type { TemporalEnv } from './env-temporal.js';
import { createPayloadCodec } from './payload-codec.js';

/** What a connection needs to know. */
export type TemporalSettings = Pick<
  TemporalEnv,
  'temporalAddress' | 'temporalNamespace' | 'temporalAccess' | 'codecKeys'
>;

/**
 * How to reach Temporal: the same for clients, workers, admin commands and replay. The SDK's two
 * kinds of connection take the same fields.
 */
export function connectionOptions({ temporalAddress, temporalAccess }: TemporalSettings) {
  return { address: temporalAddress, ...temporalAccess } satisfies ConnectionOptions;
}

// The SDK loads the file by its path, which is that of a source under tsx and of a build elsewhere.
const SEALED_FAILURES = fileURLToPath(
  new URL(`../workflows/sealed-failures${extname(import.meta.url)}`, import.meta.url),
);

/** What bundles of workflow code need where there is a codec. */
export const SEALED_BUNDLE = { failureConverterPath: SEALED_FAILURES };

/** How payloads are written and read; nothing where histories are in clear text. */
export function converterOptions({ codecKeys }: Pick<TemporalEnv, 'codecKeys'>): {
  readonly dataConverter?: DataConverter;
} {
  if (codecKeys.length === 0) return {};
  return { dataConverter: { payloadCodecs: [createPayloadCodec(codecKeys)], ...SEALED_BUNDLE } };
}
