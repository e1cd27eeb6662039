import type { Payload, PayloadCodec } from '@temporalio/common';
import protobuf from 'protobufjs';
import { openBytes, readSealingKeys, sealBytes } from './sealing.js';

/** `temporal.api.common.v1.Payload` on the wire, as codecs of other languages read it. */
const PAYLOAD = new protobuf.Type('Payload')
  .add(new protobuf.MapField('metadata', 1, 'string', 'bytes'))
  .add(new protobuf.Field('data', 2, 'bytes'));

/** The names that Temporal's own examples use. */
const ENCRYPTED = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';
/** No payload names its run, since the UI asks for payloads alone. */
const BOUND = 'temporal payload';

/**
 * Hides what histories hold: payloads of calls, results, failures and summaries. A payload names
 * its key, so a history can still be read after the first key has changed; one in clear text, of
 * the time before there was a key, is read as it is.
 * @param keys base64 of 32 bytes each: the first encrypts, any of them decrypts
 */
export function createPayloadCodec(keys: readonly string[]): PayloadCodec {
  const read = readSealingKeys(keys);

  function encode(payload: Payload): Payload {
    const clear = PAYLOAD.encode(payload).finish();
    return {
      metadata: { encoding: Buffer.from(ENCRYPTED), [KEY_ID]: Buffer.from(read.currentId) },
      data: sealBytes(read, clear, BOUND),
    };
  }

  function decode(payload: Payload): Payload {
    if (!isEncrypted(payload)) return payload;
    const id = textOf(payload.metadata?.[KEY_ID]);
    const key = read.byId.get(id);
    if (!key) throw new Error(`TEMPORAL_CODEC_KEY has no key ${id}, which a payload needs`);
    const clear = PAYLOAD.decode(openBytes(key, payload.data ?? new Uint8Array(), BOUND));
    return PAYLOAD.toObject(clear, { defaults: true });
  }

  return {
    encode: async (payloads) => payloads.map(encode),
    decode: async (payloads) => payloads.map(decode),
  };
}

export const isEncrypted = ({ metadata }: Payload): boolean =>
  textOf(metadata?.['encoding']) === ENCRYPTED;

const textOf = (bytes: Uint8Array | null | undefined): string =>
  Buffer.from(bytes ?? []).toString('utf8');
