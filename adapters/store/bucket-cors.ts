import { createHash } from 'node:crypto';
import type { Client } from 'minio';

/**
 * Lets pages of these origins PUT files to signed URLs. A browser first sends a preflight to the
 * store, which responds with the requesting origin, so several origins are possible.
 */
export async function allowOrigins(
  client: Client,
  bucket: string,
  origins: readonly string[],
): Promise<void> {
  const body = buildCorsXml(origins);
  const md5 = createHash('md5').update(body).digest('base64');
  const headers = { 'Content-MD5': md5, 'Content-Type': 'application/xml' };
  const request = { method: 'PUT', bucketName: bucket, query: 'cors', headers };
  await client.makeRequestAsyncOmit(request, body, [200, 204]);
}

/**
 * Builds CORS settings that only allow pages to PUT. Origins are URLs, so only `&` would need
 * escaping.
 */
function buildCorsXml(origins: readonly string[]): string {
  const allowed = origins.map((origin) => `<AllowedOrigin>${origin}</AllowedOrigin>`).join('');
  return `<CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><CORSRule>${allowed}<AllowedMethod>PUT</AllowedMethod><AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>3600</MaxAgeSeconds></CORSRule></CORSConfiguration>`;
}
