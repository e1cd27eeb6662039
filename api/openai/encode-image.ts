import { Refusal } from '../../domain/contract/refusal.js';
import { signCopy } from '../../domain/provenance/sign-copy.js';
import type { TurnQueue } from '../../domain/ports/turns.js';
import type { Held } from './endpoint.js';
import { refuseMissing } from './errors.js';
import type { OutputFormat } from './image-options.js';

/** Maximum bytes of a source file; more than our largest picture has as WebP. */
const SOURCE_BYTES_MAX = 60_000_000;
/** Time limit for a client to read one picture, which stays in memory until then. */
const READ_MS = 120_000;
/** Bytes that are encoded per step: a multiple of 3, so that no padding appears in between. */
const SLICE = 3 * 65_536;

/**
 * Yields an output's picture as base64. Few pictures are in memory at a time, per account and in
 * total: a picture is encoded when its turn comes, and the turn ends when the client has read it.
 */
export async function* encodeImage(
  key: string,
  format: OutputFormat,
  { ctx, caller, deps }: Held,
): AsyncGenerator<string> {
  const release = await waitForTurn(deps.pictureTurns, caller.accountId);
  const late = setTimeout(() => ctx.res.destroy(), READ_MS);
  try {
    const stored = await deps.store.get(key, SOURCE_BYTES_MAX);
    if (!stored) throw refuseMissing();
    const picture = format === 'webp' ? stored : await convert(deps, stored, format);
    for (let from = 0; from < picture.length; from += SLICE) {
      yield picture.toString('base64', from, from + SLICE);
    }
  } finally {
    clearTimeout(late);
    release();
  }
}

/** Converts a picture and signs the result, with the stored picture as its parent. */
async function convert(
  deps: Held['deps'],
  stored: Buffer,
  format: Exclude<OutputFormat, 'webp'>,
): Promise<Buffer> {
  const file = {
    bytes: await deps.convertPicture(stored, format),
    contentType: `image/${format}`,
  };
  const source = { bytes: stored, contentType: 'image/webp' };
  return signCopy(deps, { file, source, action: 'c2pa.transcoded' });
}

/** Waits for a turn, which lasts until it is released. @throws {Refusal} UNAVAILABLE */
function waitForTurn(turns: TurnQueue, owner: string): Promise<() => void> {
  const { promise, resolve, reject } = Promise.withResolvers<() => void>();
  const use = () => {
    const turn = Promise.withResolvers<void>();
    resolve(turn.resolve);
    return turn.promise;
  };
  turns.take(owner, use).catch((cause: unknown) => {
    reject(new Refusal('UNAVAILABLE', { headers: { 'Retry-After': '2' }, cause }));
  });
  return promise;
}
