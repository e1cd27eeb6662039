/**
 * A file to upload: a `File` or `Blob`, the path of a file (Node.js, Deno, Bun), or a stream, which
 * needs `size`.
 */
export type UploadSource = Blob | string | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface SourceOptions {
  /** Media type, such as `video/mp4`. Default: the type of the file or of its extension. */
  readonly contentType?: string | undefined;
  /** Size of a stream in bytes. */
  readonly size?: number | undefined;
}

/** A source whose type and size are known. Only a `Blob` can be sent twice. */
export interface KnownSource {
  readonly contentType: string;
  readonly size: number;
  readonly content: Blob | AsyncIterable<Uint8Array>;
}

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  heic: 'image/heic',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  m4v: 'video/x-m4v',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  weba: 'audio/webm',
};

/** The part of Node's `fs` that opens a file without reading it; Deno and Bun have it too. */
interface FileSystem {
  readonly openAsBlob: (path: string) => Promise<Blob>;
}

interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

/**
 * Finds the type and the size of a source. Opens a file, but does not read it.
 * @throws {TypeError} if the type is unknown, or the size of a stream
 */
export async function openSource(
  source: UploadSource,
  { contentType, size }: SourceOptions,
): Promise<KnownSource> {
  const content = typeof source === 'string' ? await openFile(source) : toContent(source);
  const name = typeof source === 'string' ? source : ((content as { name?: string }).name ?? '');
  const declared = content instanceof Blob ? content.type : '';
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = contentType ?? (declared || TYPES[extension]);
  if (!type) throw new TypeError('The media type is not known: set contentType.');
  const bytes = content instanceof Blob ? content.size : size;
  if (bytes === undefined) throw new TypeError('A stream needs its size in bytes: set size.');
  return { contentType: type, size: bytes, content };
}

/** Opens a file. Avoids a static import, which bundlers for browsers could not resolve. */
function openFile(path: string): Promise<Blob> {
  const { process } = globalThis as Runtime;
  const files = process?.getBuiltinModule?.('node:fs') as FileSystem | undefined;
  if (!files) throw new TypeError('This runtime has no files: pass a File, a Blob or a stream.');
  return files.openAsBlob(path);
}

function toContent(source: Exclude<UploadSource, string>): Blob | AsyncIterable<Uint8Array> {
  return source instanceof ReadableStream ? readChunks(source) : source;
}

/** Reads a stream piece by piece; Safari cannot iterate over streams. */
export async function* readChunks(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
