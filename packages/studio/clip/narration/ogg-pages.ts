const HEADER_BYTES = 27;

/** Yields an Ogg file's pages in order (RFC 3533, 6), up to the first incomplete page. */
export function* splitOggPages(file: Buffer): Generator<Buffer> {
  for (let at = 0; at + HEADER_BYTES <= file.length;) {
    if (file.toString('latin1', at, at + 4) !== 'OggS') return;
    const segments = file.readUInt8(at + HEADER_BYTES - 1);
    const content = at + HEADER_BYTES + segments;
    const lengths = file.subarray(at + HEADER_BYTES, content);
    const end = lengths.reduce((sum, length) => sum + length, content);
    if (end > file.length) return;
    yield file.subarray(at, end);
    at = end;
  }
}
