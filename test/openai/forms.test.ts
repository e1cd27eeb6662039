import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { apiSuite, type Customer } from '../api/suite.js';
import { sendRaw, type RawAnswer } from '../api/raw.js';
import { until } from '../support/until.js';
import type { OpenAiError } from '../../api/openai/errors.js';

const BOUNDARY = 'frontier';
const part = (name: string, value: string, file?: string) =>
  [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}`,
    ...(file ? ['Content-Type: image/png'] : []),
    '',
    value,
    '',
  ].join('\r\n');
const END = `--${BOUNDARY}--\r\n`;

describe('a form for /openai/v1', () => {
  const suite = apiSuite();
  let customer: Customer;
  before(async () => {
    customer = await suite.customer({ raised: { requests_per_minute: 100_000 } });
  });

  const post = (path: string, type: string, body: string | Buffer, apiKey = customer.apiKey) =>
    sendRaw(suite.api.url, {
      method: 'POST',
      path: `/openai/v1${path}`,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': type },
      body,
    });
  const postForm = (body: string | Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
    post('/images/edits', type, body);
  const errorOf = ({ text: body }: Pick<RawAnswer, 'text'>) =>
    (JSON.parse(body) as OpenAiError).error;

  const forms: [string, string | Buffer, number, RegExp, string | null][] = [
    ['10,000 parts', part('a', 'b').repeat(10_000) + END, 400, /more than 40 fields/, null],
    [
      'one file too many',
      part('image', 'x', 'a.png').repeat(9) + END,
      400,
      /more than 8 files/,
      null,
    ],
    [
      '8 images',
      part('image', 'x', 'a.png').repeat(8) + part('prompt', 'x') + END,
      400,
      /7 are taken/,
      'image',
    ],
    [
      'a body that ends early',
      part('prompt', 'x') + part('image', 'x', 'a.png'),
      400,
      /multipart|whole/,
      null,
    ],
    ['no parts', END, 400, /prompt: is required/, 'prompt'],
    ['a name of 1 MB', part('a'.repeat(1e6), 'b') + END, 400, /more than 200 characters/, null],
    ['a part without a name', part('', 'b') + END, 400, /without a name/, null],
    ['a file without a name', part('', 'b', 'a.png') + END, 400, /without a name/, null],
    [
      'a header of 1 MB before the name of its prompt',
      part('prompt', 'x').replace('Content', `X-Long: ${'a'.repeat(1e6)}\r\nContent`) + END,
      400,
      /prompt: is required/,
      'prompt',
    ],
    [
      'a form in its image',
      part('image', part('prompt', 'x') + END, 'a.png') + END,
      400,
      /required, as a file/,
      'image',
    ],
    ['the beginning of another form', part('prompt', 'x') + '--other\r\n', 400, /multipart/, null],
    ['a body of 30 MB', Buffer.alloc(30_000_000), 413, /larger than/, null],
    [
      'an image of 21 MB',
      part('image', 'x'.repeat(21_000_000), 'a.png') + END,
      400,
      /larger than/,
      'image',
    ],
    [
      'a file that is not an image',
      part('prompt', 'x') + part('image', 'x', 'a.png') + END,
      400,
      /image/,
      'image',
    ],
    [
      'an empty file',
      part('prompt', 'x') + part('image', '', 'a.png') + END,
      400,
      /empty file/,
      'image',
    ],
    ['no image', part('prompt', 'x') + END, 400, /required, as a file/, 'image'],
  ];
  for (const [what, body, status, message, param] of forms) {
    it(`is refused when it has ${what}`, async () => {
      const answer = await suite.leavesNothing(customer.accountId, () => postForm(body));
      expect(answer.status, answer.text).to.equal(status);
      expect(errorOf(answer)).to.include({ param, type: 'invalid_request_error' });
      expect(errorOf(answer).message).to.match(message);
    });
  }

  it('is refused when its parts have no name parameter', async () => {
    for (const headers of ['form-data', 'form-data; filename="a.png"']) {
      const body = `--${BOUNDARY}\r\nContent-Disposition: ${headers}\r\n\r\nx\r\n${END}`;
      const answer = await postForm(body);
      expect([answer.status, errorOf(answer).message]).to.deep.equal([
        400,
        'body: has a part without a name',
      ]);
    }
  });

  it('is refused when its Content-Type has two boundaries', async () => {
    const type = `multipart/form-data; boundary=other; boundary=${BOUNDARY}`;
    const answer = await postForm(part('prompt', 'x') + END, type);
    expect([answer.status, errorOf(answer).message]).to.deep.equal([
      400,
      'body: is not a valid multipart body',
    ]);
  });

  it('is refused when it has no boundary, or JSON instead of a form', async () => {
    const open = await postForm(END, 'multipart/form-data');
    expect([open.status, errorOf(open).message]).to.deep.equal([
      400,
      'body: has no boundary in its Content-Type',
    ]);
    const json = await postForm('{}', 'application/json');
    expect(json.status).to.equal(415);
  });

  it('frees the memory of its body', async () => {
    await until('the memory of the body is released', () =>
      Promise.resolve(suite.api.edge.bodies.held === 0),
    );
  });

  it('gets its response if it is longer than its Content-Length', async () => {
    const body = part('prompt', 'x') + part('image', 'x', 'a.png') + END;
    const socket = connect(Number(new URL(suite.api.url).port), '127.0.0.1');
    socket.write(
      [
        'POST /openai/v1/images/edits HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${customer.apiKey}`,
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
        `Content-Length: ${body.length - 20}`,
        '',
        body,
      ].join('\r\n'),
    );
    const [head = '', answer = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).to.match(/^HTTP\/1\.1 400 .*\r\nConnection: close/s);
    expect(errorOf({ text: answer })).to.include({
      type: 'invalid_request_error',
      message: 'body: is not a valid multipart body',
    });
  });

  it('frees its memory when the connection closes before its body ends', async () => {
    const socket = connect(Number(new URL(suite.api.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      [
        'POST /openai/v1/images/edits HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${customer.apiKey}`,
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
        'Content-Length: 100000',
        '',
        part('prompt', 'x'),
      ].join('\r\n'),
    );
    await until('the request waits for the body', () =>
      Promise.resolve(suite.api.edge.bodies.held > 0),
    );
    socket.destroy();
    await until('the memory of the body is released', () =>
      Promise.resolve(suite.api.edge.bodies.held === 0),
    );
  });
});
