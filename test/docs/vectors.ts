import { createHmac } from 'node:crypto';

/** One case of docs/signature-vectors.json. */
export interface Vector {
  readonly name: string;
  readonly secret: string;
  /** The value of Service-Signature. */
  readonly header: string;
  /** The body as UTF-8 text. */
  readonly body: string;
  /** Unix seconds at the receiver. */
  readonly now: number;
  readonly valid: boolean;
}

const T = 1_763_700_000;
const SECRET = `whsec_${Buffer.alloc(32, 'signature').toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 'another').toString('base64')}`;
const BODY = '{"id":"evt_1","type":"credits.low","created_at":1763700000000,"data":{"balance":18}}';

/** Signs independently of the product, so that the test compares two implementations. */
const v1 = (secret: string, body: string, t: number | string = T): string =>
  createHmac('sha256', secret).update(`${t}.${body}`, 'utf8').digest('hex');

const good = (name: string, change: Partial<Vector> = {}): Vector => {
  const body = change.body ?? BODY;
  const header = `t=${T},v1=${v1(SECRET, body)}`;
  return { name, secret: SECRET, header, body, now: T, valid: true, ...change };
};
const bad = (name: string, change: Partial<Vector>): Vector =>
  good(name, { valid: false, ...change });

/** Cases that a verifier must accept or refuse. */
export const VECTORS: readonly Vector[] = [
  good('a delivery'),
  good('an empty body', { body: '' }),
  good('a body of one byte', { body: '0' }),
  good('letters beyond ASCII', { body: '{"prompt":"Füchse im Schnee, 狐, \u{1F98A}"}' }),
  good('escapes that a parser would undo', { body: '{"a":"\\u00e9\\/\\n"}' }),
  good('white space and line ends', { body: '{ "a" : 1 }\r\n\t' }),
  good('a body of 20,000 bytes', { body: `"${'x'.repeat(19_998)}"` }),
  good('exactly five minutes old', { now: T + 300 }),
  good('the clock of the receiver is a minute behind', { now: T - 60 }),
  good('rotation, receiver has the new secret', {
    header: `t=${T},v1=${v1(SECRET, BODY)},v1=${v1(OTHER, BODY)}`,
  }),
  good('rotation, receiver has the old secret', {
    header: `t=${T},v1=${v1(OTHER, BODY)},v1=${v1(SECRET, BODY)}`,
  }),
  good('a scheme that is not known beside v1', {
    header: `t=${T},v0=abc,v1=${v1(SECRET, BODY)}`,
  }),
  bad('a second too old', { now: T + 301 }),
  bad('a day too old', { now: T + 86_400 }),
  bad('another secret', { secret: OTHER }),
  bad('the secret without whsec_', { secret: SECRET.slice('whsec_'.length) }),
  bad('a body that was changed', {
    body: BODY.replace('18', '19'),
    header: `t=${T},v1=${v1(SECRET, BODY)}`,
  }),
  bad('a body that was parsed and written again', {
    body: '{"a": 1}',
    header: `t=${T},v1=${v1(SECRET, '{"a":1}')}`,
  }),
  bad('a timestamp that was changed', { header: `t=${T + 1},v1=${v1(SECRET, BODY)}` }),
  bad('signed without the timestamp', {
    header: `t=${T},v1=${createHmac('sha256', SECRET).update(BODY).digest('hex')}`,
  }),
  bad('signed with the decoded secret', {
    header: `t=${T},v1=${createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
      .update(`${T}.${BODY}`)
      .digest('hex')}`,
  }),
  bad('a signature that is cut', { header: `t=${T},v1=${v1(SECRET, BODY).slice(0, 63)}` }),
  bad('the signature under another scheme', { header: `t=${T},v2=${v1(SECRET, BODY)}` }),
  bad('no timestamp', { header: `v1=${v1(SECRET, BODY)}` }),
  bad('a timestamp that is no number', { header: `t=soon,v1=${v1(SECRET, BODY, 'soon')}` }),
  bad('no signature', { header: `t=${T}` }),
  bad('nothing at all', { header: '' }),
];

/** Builds the content of docs/signature-vectors.json. */
export const vectorsFile = (): string => `${JSON.stringify(VECTORS, null, 2)}\n`;
