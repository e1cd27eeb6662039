import { isIP } from 'node:net';
import { findProgram } from './find-program.js';
import { isSealingKey } from './sealing.js';

/** Environment variables, with defaults that a command may add. */
export type Source = Readonly<Record<string, string | undefined>>;

export const HTTP = ['http:', 'https:'];

/** Reads variables and collects all problems with them. */
export class EnvReader {
  readonly problems: string[] = [];
  constructor(private readonly source: Source) {}

  text(name: string, fallback?: string): string {
    const value = this.source[name]?.trim() || fallback;
    if (value === undefined) this.problems.push(`${name} is required`);
    return value ?? '';
  }

  optional(name: string): string | null {
    return this.source[name]?.trim() || null;
  }

  /** Returns all non-empty variables whose names match. */
  matching(isWanted: (name: string) => boolean): Record<string, string> {
    const found = Object.entries(this.source).flatMap(([name, value]) => {
      const text = value?.trim();
      return isWanted(name) && text ? [[name, text] as const] : [];
    });
    return Object.fromEntries(found);
  }

  /** Returns a program's path: the configured path, or the program's location in PATH. */
  program(name: string, command: string): string | null {
    return this.optional(name) ?? findProgram(command, this.source['PATH'] ?? '');
  }

  /** Returns comma-separated values. */
  list(name: string, fallback = ''): readonly string[] {
    return (this.optional(name) ?? fallback)
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  }

  /** Returns comma-separated addresses and CIDRs, such as `10.0.0.0/8`. */
  networks(name: string): readonly string[] {
    const values = this.list(name);
    for (const value of values) {
      const [address = '', bits, ...rest] = value.split('/');
      const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
      const isGood = bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= most;
      if (!isGood || rest.length > 0) {
        this.problems.push(`${name} takes addresses and CIDRs such as 10.0.0.0/8, not "${value}"`);
      }
    }
    return values;
  }

  /** Returns comma-separated origins, such as `https://app.example`. */
  origins(name: string, fallback = ''): readonly string[] {
    const values = this.list(name, fallback);
    for (const value of values) {
      const url = URL.parse(value);
      if (!url || !HTTP.includes(url.protocol) || url.origin !== value) {
        this.problems.push(`${name} takes origins such as https://app.example, not "${value}"`);
      }
    }
    return values;
  }

  number(name: string, fallback: number, min: number, max: number): number {
    const text = this.source[name]?.trim();
    const value = text ? Number(text) : fallback;
    if (value >= min && value <= max) return value;
    this.problems.push(`${name} must be a number from ${min} to ${max}, not "${text}"`);
    // Return a valid number, so that this variable causes only one problem in the list.
    return fallback;
  }

  /** Returns a whole number. */
  count(name: string, fallback: number, min: number, max: number): number {
    const value = this.number(name, fallback, min, max);
    if (!Number.isInteger(value)) this.problems.push(`${name} must be a whole number`);
    return value;
  }

  port(name: string, fallback: number): number {
    return this.count(name, fallback, 0, 65_535);
  }

  /** Returns a comma-separated subset of these values; by default, all of them. */
  choices<Value extends string>(name: string, values: readonly Value[]): readonly Value[] {
    const wanted = this.list(name, values.join(','));
    const unknown = wanted.filter((item) => !values.some((value) => value === item));
    if (unknown.length > 0 || wanted.length === 0) {
      this.problems.push(
        `${name} takes a comma-separated list of ${values.join(', ')}, not "${unknown.join(', ')}"`,
      );
    }
    return values.filter((value) => wanted.includes(value));
  }

  choice(name: string, values: readonly string[], fallback: string): string {
    const value = this.text(name, fallback);
    if (!values.includes(value)) this.problems.push(`${name} must be one of ${values.join(', ')}`);
    return value;
  }

  keys(name: string): readonly string[] {
    return this.text(name) === '' ? [] : this.optionalKeys(name);
  }

  /** Returns comma-separated keys, or none if the variable is not set. */
  optionalKeys(name: string): readonly string[] {
    const keys = this.list(name);
    // The message never contains the value, which may be most of a key.
    if (this.optional(name) && (keys.length === 0 || !keys.every(isSealingKey))) {
      this.problems.push(
        `${name} must be the base64 of 32 bytes, as \`openssl rand -base64 32\` prints`,
      );
    }
    return keys;
  }

  url(name: string, protocols: readonly string[], fallback?: string): string {
    const value = this.text(name, fallback);
    const protocol = URL.canParse(value) ? new URL(value).protocol : null;
    if (value && !protocols.includes(protocol ?? '')) {
      this.problems.push(`${name} must be a URL that starts with ${protocols.join('// or ')}//`);
    }
    return value.replace(/\/+$/, '');
  }
}
