import sharp from 'sharp';

/** A file that was uploaded to the fake. */
export interface KieFile {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Finds a file by its public address. */
export type Files = (url: string) => KieFile | undefined;

/** A description of the problem with a file, or null. */
export type Verdict = string | null;

const decoded = new WeakMap<KieFile, Promise<Verdict>>();

/** Checks that a picture can be decoded completely and matches its type. */
export function findPictureProblem(file: KieFile, formats: readonly string[]): Promise<Verdict> {
  const known = decoded.get(file) ?? decode(file);
  decoded.set(file, known);
  return known.then(
    (problem) => problem ?? (formats.includes(file.contentType) ? null : `is ${file.contentType}`),
  );
}

async function decode({ bytes, contentType }: KieFile): Promise<Verdict> {
  try {
    const { data, info } = await sharp(bytes, { failOn: 'warning' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { format } = await sharp(bytes).metadata();
    if (contentType !== `image/${format}`) return `is declared ${contentType}, and is ${format}`;
    if (info.width < 300 || info.height < 300) return `has ${info.width} x ${info.height} pixels`;
    return data.length > 0 ? null : 'is empty';
  } catch {
    return 'is not a picture';
  }
}

/** Checks that a clip is an MP4 or QuickTime file. */
export function findClipProblem({ bytes, contentType }: KieFile): Verdict {
  if (!['video/mp4', 'video/quicktime'].includes(contentType)) return `is ${contentType}`;
  if (bytes.length > 100_000_000) return 'has more than 100 MB';
  return bytes.subarray(4, 8).toString('latin1') === 'ftyp' ? null : 'has no ftyp box';
}
