/** A file in memory that grows up to a limit. */
export class MemoryFile {
  private held: Uint8Array;
  private used: number;

  constructor(
    content: Uint8Array,
    private readonly sizeMax: number,
  ) {
    this.held = content;
    this.used = content.length;
  }

  get bytes(): Uint8Array {
    return this.held.subarray(0, this.used);
  }

  read(from: number, length: number): Uint8Array {
    return this.bytes.subarray(from, from + length);
  }

  /** @throws {FileTooLong} if the file would exceed its limit */
  write(from: number, bytes: Uint8Array): void {
    const end = from + bytes.length;
    if (end > this.sizeMax) throw new FileTooLong();
    if (end > this.held.length) {
      const grown = new Uint8Array(Math.min(this.sizeMax, Math.max(end, this.held.length * 2)));
      grown.set(this.bytes);
      this.held = grown;
    }
    this.held.set(bytes, from);
    this.used = Math.max(this.used, end);
  }

  empty(): void {
    this.used = 0;
  }
}

/** Thrown when a file exceeds its limit. */
export class FileTooLong extends Error {
  override readonly name = 'FileTooLong';
}
