import type {
  CredentialFile,
  CredentialReport,
  FileExamination,
  XmpStatement,
} from '../../../domain/ports/content-credentials.js';
import { hashContent } from './hash-content.js';
import { sniffHead } from '../inspection/sniff.js';

/** Types whose manifests the library reads. */
const READABLE: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/heic',
  'video/mp4',
  'video/quicktime',
  'audio/mpeg',
  'audio/wav',
]);

const NO_CREDENTIALS: CredentialReport = { state: 'none', chain: [] };

/** Reads all statements of a file about its origin. Runs in the bounded thread. */
export async function examineFile(
  bytes: Buffer,
  readReport: (file: CredentialFile) => Promise<CredentialReport>,
): Promise<FileExamination> {
  const contentType = await sniffHead(bytes);
  const isReadable = contentType !== null && READABLE.has(contentType);
  return {
    contentType,
    contentHash: hashContent(bytes, contentType),
    credentials: isReadable ? await readReport({ bytes, contentType }) : NO_CREDENTIALS,
    xmp: readXmp(bytes),
  };
}

/** Maximum bytes of a packet that are searched; ours has less than 1 KB. */
const PACKET_BYTES_MAX = 65_536;
const TEXT_MAX = 200;

/**
 * Reads the fields that state a file's origin, as elements or attributes, from its first XMP packet
 * (XMP specification part 1, 7.4).
 */
function readXmp(bytes: Buffer): XmpStatement | null {
  const start = bytes.indexOf('<x:xmpmeta');
  if (start === -1) return null;
  const packet = bytes.toString('utf8', start, start + PACKET_BYTES_MAX);
  const end = packet.indexOf('</x:xmpmeta>');
  const text = end === -1 ? packet : packet.slice(0, end);
  const read = (name: string) => readField(text, name);
  const statement = {
    creatorTool: read('xmp:CreatorTool'),
    identifier: read('dc:identifier'),
    digitalSourceType: read('Iptc4xmpExt:DigitalSourceType'),
  };
  return Object.values(statement).some((value) => value !== null) ? statement : null;
}

function readField(text: string, name: string): string | null {
  for (const [opening, closing] of [
    [`<${name}>`, '<'],
    [`${name}="`, '"'],
  ] as const) {
    const at = text.indexOf(opening);
    if (at === -1) continue;
    const from = at + opening.length;
    const end = text.indexOf(closing, from);
    if (end !== -1) return text.slice(from, Math.min(end, from + TEXT_MAX));
  }
  return null;
}
