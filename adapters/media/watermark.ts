import sharp from 'sharp';
import type { CredentialFile } from '../../domain/ports/content-credentials.js';
import { WatermarkUnavailable, type Watermark } from '../../domain/ports/watermark.js';
import { sendForBytes, Unanswered, type BytesAnswer } from '../http/send.js';

/** A model on a processor takes seconds for a large image. */
const EMBED_DEADLINE_MS = 60_000;
/** Shorter, because a client waits. */
const DETECT_DEADLINE_MS = 10_000;
/** Longer codes than a watermark can hold are not from a service that we know. */
const FOUND = /^[0-9a-f]{1,64}$/;

/** Creates the client of a watermark service (docs/provenance.md, "Watermark"). */
export function createWatermark(url: string): Watermark {
  const provider = new URL(url).host;

  async function post(
    path: string,
    { bytes, contentType }: CredentialFile,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<BytesAnswer> {
    const answer = await sendForBytes({
      call: { provider, operation: 'watermark' },
      method: 'POST',
      url: `${url}${path}`,
      headers: { 'content-type': contentType },
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      deadlineMs,
      signal,
    }).catch((error: unknown) => {
      if (!(error instanceof Unanswered)) throw error;
      throw new WatermarkUnavailable(`The watermark service: ${error.message}.`, { cause: error });
    });
    if (answer.status === 200) return answer;
    throw new WatermarkUnavailable(`The watermark service answered ${answer.status}.`);
  }

  return {
    async embed(file, code, signal = NEVER) {
      const path = `/encode?id=${encodeURIComponent(code)}`;
      const { headers, bytes } = await post(path, file, EMBED_DEADLINE_MS, signal);
      const type = headers['content-type'];
      if (type === file.contentType && (await isSameSize(file.bytes, bytes))) return bytes;
      throw new WatermarkUnavailable('The watermark service answered with another kind of file.');
    },
    async detect(file, signal = NEVER) {
      const { bytes } = await post('/detect', file, DETECT_DEADLINE_MS, signal);
      const id = readId(bytes);
      if (id === null || (typeof id === 'string' && FOUND.test(id))) return id;
      throw new WatermarkUnavailable('The watermark service answered without an id.');
    },
  };
}

const NEVER = new AbortController().signal;

/** Returns the field `id`; undefined if the answer is not JSON with one. */
function readId(bytes: Buffer): unknown {
  try {
    const answer: unknown = JSON.parse(bytes.toString('utf8'));
    return (answer as { id?: unknown } | null)?.id;
  } catch {
    return undefined;
  }
}

/** Decodes the answer once: a damaged one must not count as a mistake of the upstream. */
async function isSameSize(sent: Uint8Array, answered: Buffer): Promise<boolean> {
  try {
    const [one, other] = await Promise.all([sharp(sent).metadata(), sharp(answered).metadata()]);
    if (one.width !== other.width || one.height !== other.height) return false;
    await sharp(answered).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
