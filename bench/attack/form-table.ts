/** Maximum size in bytes of a multipart body for `/openai/v1` that passes the first check. */
const BODY_MAX = 27_900_000;
const FILE_MAX = 19_000_000;
export const BOUNDARY = 'frontier';
const END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** Builds a part from its headers and its content. */
const partOf = (headers: string, content: string | Buffer) =>
  Buffer.concat([Buffer.from(`\r\n--${BOUNDARY}\r\n${headers}\r\n\r\n`), Buffer.from(content)]);
const disposition = (name: string, file = '') =>
  `Content-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}`;
const part = (name: string, content: string | Buffer, file?: string) =>
  partOf(disposition(name, file), content);
const repeat = (bytes: Buffer, times: number) => Buffer.concat(Array<Buffer>(times).fill(bytes));
const fill = (bytes: number) => Buffer.alloc(bytes, 'x');
const PROMPT = part('prompt', 'x');
const FILE = part('image', 'x', 'a.png');

/** A malicious form. */
export interface Form {
  readonly name: string;
  readonly build: () => Buffer;
  readonly times: number;
  readonly together: number;
  /** Parameters of the `Content-Type`. */
  readonly type?: string;
  /** Excess of `Content-Length` over the bytes that arrive. */
  readonly announced?: number;
  /** Sends 60 bytes, one per second, instead of the whole form. */
  readonly isSlow?: boolean;
}

/** The malicious forms, each sent by the same caller. */
export const FORM_TABLE: readonly Form[] = [
  {
    name: '30 concurrent forms of 19 MB of one key',
    build: () => Buffer.concat([PROMPT, part('image', fill(FILE_MAX), 'a.png'), END]),
    times: 30,
    together: 30,
  },
  {
    name: 'forms of the largest size with 7 files, 30 times',
    build: () => {
      const image = part('image', fill(Math.floor(BODY_MAX / 7) - 200), 'a.png');
      return Buffer.concat([PROMPT, repeat(image, 7), END]);
    },
    times: 30,
    together: 4,
  },
  {
    name: 'forms with a prompt of 27 MB, 20 times',
    build: () => Buffer.concat([part('prompt', fill(27_000_000)), FILE, END]),
    times: 20,
    together: 4,
  },
  {
    name: 'forms of 10,000 parts, 200 times',
    build: () => Buffer.concat([repeat(part('a', 'b'), 10_000), END]),
    times: 200,
    together: 20,
  },
  {
    name: 'forms of 100,000 files, 100 times',
    build: () => Buffer.concat([repeat(FILE, 100_000), END]),
    times: 100,
    together: 10,
  },
  {
    name: 'forms of 27 MB of beginnings of their boundary, 20 times',
    build: () => {
      const content = Buffer.alloc(27_000_000, `\r\n--${BOUNDARY.slice(0, -1)}`);
      return Buffer.concat([part('prompt', content), END]);
    },
    times: 20,
    together: 4,
  },
  {
    name: 'forms that repeat their boundary 1,000,000 times, 20 times',
    build: () => Buffer.concat([repeat(Buffer.from(`\r\n--${BOUNDARY}`), 1_000_000), END]),
    times: 20,
    together: 4,
  },
  {
    name: 'forms in a form with the same boundary, 200 times',
    build: () => {
      const type = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`;
      const inner = Buffer.concat([PROMPT, FILE, END]);
      return Buffer.concat([partOf(`${disposition('image')}\r\n${type}`, inner), PROMPT, END]);
    },
    times: 200,
    together: 50,
  },
  {
    name: 'forms with two boundaries in their Content-Type, 200 times',
    build: () => Buffer.concat([PROMPT, FILE, END]),
    type: `boundary=other; boundary=${BOUNDARY}`,
    times: 200,
    together: 50,
  },
  {
    name: 'forms without a final boundary, 200 times',
    build: () => Buffer.concat([PROMPT, FILE]),
    times: 200,
    together: 50,
  },
  {
    name: 'forms with a header of 27 MB, 20 times',
    build: () => Buffer.concat([part('n'.repeat(27_000_000), 'x'), END]),
    times: 20,
    together: 4,
  },
  {
    name: 'forms with a header of 1 MB in a part, 100 times',
    build: () => {
      const headers = `X-Long: ${'n'.repeat(1_000_000)}\r\n${disposition('prompt')}`;
      return Buffer.concat([partOf(headers, 'x'), FILE, END]);
    },
    times: 100,
    together: 20,
  },
  {
    name: 'forms with a field name of 1 MB, 100 times',
    build: () => Buffer.concat([PROMPT, part('n'.repeat(1_000_000), 'x'), FILE, END]),
    times: 100,
    together: 20,
  },
  {
    name: 'forms with 100,000 headers in a part, 20 times',
    build: () => {
      const headers = `${disposition('prompt')}\r\n${'X-A: b\r\n'.repeat(100_000)}`;
      return Buffer.concat([partOf(headers.trimEnd(), 'x'), FILE, END]);
    },
    times: 20,
    together: 4,
  },
  {
    name: '300 forms of one key that trickle',
    build: () => Buffer.concat([PROMPT, part('image', fill(FILE_MAX), 'a.png'), END]),
    isSlow: true,
    times: 300,
    together: 300,
  },
  {
    name: 'forms that are shorter than they say, 100 times',
    build: () => Buffer.concat([PROMPT, FILE, END]),
    announced: 1_000,
    times: 100,
    together: 50,
  },
  {
    name: 'forms that are longer than they say, 100 times',
    build: () => Buffer.concat([PROMPT, FILE, END]),
    announced: -20,
    times: 100,
    together: 50,
  },
];
