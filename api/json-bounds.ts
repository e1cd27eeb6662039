/** Maximum nesting of a JSON body. This API's requests need only a few levels. */
export const DEPTH_MAX = 32;

/** Maximum values in a JSON body on all levels, because every later step visits each of them. */
export const VALUES_MAX = 10_000;

/**
 * Maximum bytes of a body that are not plain text inside its string values: names, numbers, white
 * space, escapes and non-ASCII characters. Only media fields are long, and a data URL is plain
 * text. All other bytes are slow to parse for their size.
 */
export const OTHER_BYTES_MAX = 1_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const FIRST_BEYOND_ASCII = 0x80;
const OPENERS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSERS: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Counts the parts of a JSON text while its bytes arrive, to refuse a text early if it is expensive
 * to parse. Each byte is read once. The parser later checks whether the text is valid JSON.
 */
export class JsonBounds {
  private depth = 0;
  private values = 0;
  private others = 0;
  private isInText = false;
  private isEscaped = false;
  /** Plain bytes of the last string, which may prove to be a name. */
  private plain = 0;
  /** True if the next byte other than white space starts a value, unless it closes a list. */
  private isValueNext = true;

  /**
   * Reads more bytes.
   * @returns the rule that `body` breaks, such as "must not contain more than …"; null if the body
   * is acceptable
   */
  read(bytes: Uint8Array): string | null {
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.isInText) at = this.skipPlain(bytes, at);
      const byte = bytes[at];
      if (byte === undefined) break;
      if (this.isInText) this.readText(byte);
      else this.readBetween(byte);
      if (this.depth > DEPTH_MAX) return `must not nest deeper than ${DEPTH_MAX} levels`;
    }
    if (this.values > VALUES_MAX) {
      return `must not contain more than ${VALUES_MAX} values on all levels`;
    }
    if (this.others <= OTHER_BYTES_MAX) return null;
    return `must not contain more than ${OTHER_BYTES_MAX} bytes of names, numbers, white space, escapes and non-ASCII characters`;
  }

  /** Skips plain text, which can be megabytes long. @returns the position after the text */
  private skipPlain(bytes: Uint8Array, from: number): number {
    if (this.isEscaped) return from;
    let at = from;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? QUOTE;
      if (byte === QUOTE || byte === BACKSLASH || byte >= FIRST_BEYOND_ASCII) break;
    }
    this.plain += at - from;
    return at;
  }

  /** Reads a byte that ends a string or is not plain. */
  private readText(byte: number): void {
    this.others += 1;
    if (!this.isEscaped && byte === QUOTE) this.isInText = false;
    this.isEscaped = !this.isEscaped && byte === BACKSLASH;
  }

  private readBetween(byte: number): void {
    this.others += 1;
    if (WHITE_SPACE.has(byte)) return;
    if (this.isValueNext && !CLOSERS.has(byte)) this.values += 1;
    this.isValueNext = byte === COMMA || OPENERS.has(byte);
    if (OPENERS.has(byte)) this.depth += 1;
    else if (CLOSERS.has(byte)) this.depth -= 1;
    else if (byte === QUOTE) [this.isInText, this.plain] = [true, 0];
    else if (byte === COLON) this.others += this.plain;
  }
}
