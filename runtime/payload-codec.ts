import type { Payload, PayloadCodec } from '@temporalio/common';
import protobuf from 'protobufjs';
import { openBytes, readSealingKeys, sealBytes } from './sealing.js';

/** `temporal.api.common.v1.Payload` in wire format, as codecs in other languages read it. */
const PAYLOAD = new protobuf.Type('Payload')
  .add(new protobuf.MapField('metadata', 1, 'string', 'bytes'))
  .add(new protobuf.Field('data', 2, 'bytes'));

/** The names used in Temporal's own examples. */
const ENCRYPTED = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';
/**
 * Binding for encrypted payloads, the same for all runs because the UI requests payloads without
 * naming their run.
 */
const BOUND = 'temporal payload';

/**
 * Encrypts history payloads: calls, results, failures and summaries. A payload names its key, so a
 * history can still be read after the first key changes. A plain-text payload, written before keys
 * were set, is read unchanged.
 * @param keys each base64 of 32 bytes: the first key encrypts, any key decrypts
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
