import type { Payload, PayloadCodec } from '@temporalio/common';
import protobuf from 'protobufjs';
import { openBytes, readSealingKeys, sealBytes } from './sealing.js';

/** `temporal.api.common.v1.Payload` in wire format, as codecs in other languages read it. */
const PAYLOAD = new protobuf.Type('Payload')
  .add(new protobuf.MapField('metadata', 1, 'string', 'bytes'))
  .add(new protobuf.Field('data', 2, 'bytes'));

/** The names that Temporal's own examples use. */
const ENCRYPTED = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';
/** The same for all runs, since the UI requests payloads without their run. */
const BOUND = 'temporal payload';

/**
 * Encrypts the payloads of histories: calls, results, failures and summaries. A payload names its
 * key, so a history can still be read after the first key changed. A plain-text payload, from
 * before keys were set, is read unchanged.
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
    const id = decodeUtf8(payload.metadata?.[KEY_ID]);
    const key = read.byId.get(id);
    if (!key)
      throw new Error(
        `TEMPORAL_CODEC_KEY has no key with id ${id}, which a payload is encrypted with`,
      );
    const clear = PAYLOAD.decode(openBytes(key, payload.data ?? new Uint8Array(), BOUND));
    return PAYLOAD.toObject(clear, { defaults: true });
  }

  return {
    encode: async (payloads) => payloads.map(encode),
    decode: async (payloads) => payloads.map(decode),
  };
}

export const isEncrypted = ({ metadata }: Payload): boolean =>
  decodeUtf8(metadata?.['encoding']) === ENCRYPTED;

const decodeUtf8 = (bytes: Uint8Array | null | undefined): string =>
  Buffer.from(bytes ?? []).toString('utf8');
