/** One part of a multipart body. */
export interface MultipartPart {
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The form field's name; empty if the part has no name. */
  readonly name: string;
  readonly bytes: Buffer;
}

const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';

/**
 * Reads a multipart body (RFC 2046). `Response.formData` does not work here: it decodes a part
 * without a file name as text and does not read `multipart/related`.
 * @returns null if the body is not multipart
 */
export function readMultipart(contentType: string, body: Buffer): readonly MultipartPart[] | null {
  const found = /^multipart\/[\w-]+;.*\bboundary="?([^";]+)"?/i.exec(contentType);
  if (!found) return null;
  const delimiter = `--${found[1]}`;
  const parts: MultipartPart[] = [];
  let at = body.indexOf(delimiter);
  while (at >= 0) {
    const start = at + delimiter.length;
    const next = body.indexOf(`${LINE_END}${delimiter}`, start);
    if (next < 0) break;
    const part = readPart(body.subarray(start + LINE_END.length, next));
    if (!part) return null;
    parts.push(part);
    at = next + LINE_END.length;
  }
  return parts;
}

function readPart(bytes: Buffer): MultipartPart | null {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const lines = bytes.toString('utf8', 0, end).split(LINE_END);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  ) as Record<string, string>;
  const name = /\bname="([^"]*)"/.exec(headers['content-disposition'] ?? '')?.[1] ?? '';
  return { headers, name, bytes: bytes.subarray(end + HEAD_END.length) };
}
