import { createHash, createHmac } from 'node:crypto';
import type { PresignedPut } from '../../domain/ports/object-store.js';

export interface PresignSettings {
  /** Public URL of the store as clients use it, because the signature covers the host. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const computeHmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const computeSha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Encodes by RFC 3986: S3 also requires encoding the characters that encodeURIComponent keeps. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Builds a presigned PUT URL (AWS Signature Version 4, query form) that binds the Content-Type,
 * which our S3 client cannot do. Pure.
 */
export function presignPut(settings: PresignSettings, put: PresignedPut): string {
  const base = new URL(settings.endpoint);
  const stamp = put.now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const scope = `${day}/${settings.region}/s3/aws4_request`;
  const headers: [string, string][] = [
    ...(put.size === null ? [] : [['content-length', String(put.size)] as [string, string]]),
    ['content-type', put.contentType],
    ['host', base.host],
  ];
  const signedHeaders = headers.map(([name]) => name).join(';');
  const query = [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${settings.accessKey}/${scope}`],
    ['X-Amz-Date', stamp],
    ['X-Amz-Expires', String(put.expiresSeconds)],
    ['X-Amz-SignedHeaders', signedHeaders],
  ]
    .map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`)
    .join('&');
  const path = `/${[settings.bucket, ...put.key.split('/')].map(encode).join('/')}`;
  const canonical = [
    'PUT',
    path,
    query,
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    signedHeaders,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, computeSha256(canonical)].join('\n');
  const signingKey = [settings.region, 's3', 'aws4_request'].reduce<Buffer>(
    computeHmac,
    computeHmac(`AWS4${settings.secretKey}`, day),
  );
  return `${base.origin}${path}?${query}&X-Amz-Signature=${computeHmac(signingKey, toSign).toString('hex')}`;
}
