import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { status } from '../support/receiver.js';
import { until } from '../support/until.js';
import { webhookSuite } from '../api/webhooks-rig.js';

/** The script of `npm run listen`, which runs from the sources in a checkout. */
const SCRIPT = fileURLToPath(new URL('../../packages/client/bin/media.mjs', import.meta.url));
/** A data folder in which no platform runs. */
const NOWHERE = { DATA_DIR: '/nonexistent', XDG_CONFIG_HOME: '/nonexistent' };

describe('npm run listen', () => {
  const suite = webhookSuite({ workers: null });
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  function listen(args: string[], env: Record<string, string> = {}) {
    const child = fork(SCRIPT, ['listen', ...args], {
      env: { ...process.env, ...NOWHERE, ...env },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    children.push(child);
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => lines.push(line));
    }
    const ended = once(child, 'close') as Promise<[number | null]>;
    const printed = (pattern: RegExp) =>
      until(`the output contains ${pattern}:\n${lines.join('\n')}`, async () =>
        lines.find((line) => pattern.test(line)),
      );
    return { child, lines, ended, printed };
  }

  it('forwards events as signed webhooks, prints each result, and exits with 0 on SIGINT', async () => {
    const customer = await suite.customer({ scopes: ['webhooks'] });
    const target = suite.receiver.at('/laptop');
    const args = ['--forward-to', target, '--api-url', suite.api.url];
    const { child, ended, printed } = listen(args, { API_KEY: customer.apiKey });
    await printed(/^Ready/);
    const secret = (await printed(/^Signing secret/)).split(/\s+/)[2] ?? '';
    const first = await suite.emit(customer);
    const [receipt] = await suite.receiver.received('/laptop', 1);
    if (!receipt) throw new Error('nothing arrived');
    expect(receipt.event.id).to.equal(first);
    const header = receipt.headers['service-signature'] ?? '';
    new Stripe('sk_test_unused').webhooks.constructEvent(receipt.body, header, secret);
    new Webhook(secret).verify(receipt.body, receipt.headers);
    expect(await printed(new RegExp(first))).to.match(/ {2}200 {2}credits\.low /);
    suite.receiver.at('/laptop', status(500));
    const second = await suite.emit(customer);
    expect(await printed(new RegExp(second))).to.match(/ {2}500 {2}credits\.low /);
    child.kill('SIGINT');
    expect((await ended)[0]).to.equal(0);
    expect(suite.receiver.of('/laptop')).to.have.length(2);
  });

  it('continues if the target does not respond, and skips event types that are not selected', async () => {
    const customer = await suite.customer();
    const { printed, lines } = listen(
      [
        '--forward-to',
        `http://127.0.0.1:${await findFreePort(0)}/`,
        '--api-url',
        suite.api.url,
        '--events',
        'credits.low',
      ],
      { API_KEY: customer.apiKey },
    );
    await printed(/^Ready/);
    const id = await suite.queued(customer);
    await customer.client.call('POST', `/v1/generations/${id}/cancel`);
    const event = await suite.emit(customer);
    expect(await printed(new RegExp(event))).to.include('ECONNREFUSED');
    expect(lines.join('\n')).not.to.include('generation.failed');
  });

  it('explains the problem: no target, an unknown type, no platform, a wrong key', async () => {
    const target = ['--forward-to', 'http://localhost:3000/'];
    for (const [args, env, code, text] of [
      [[], {}, 2, /--forward-to takes/],
      [['--forward-to', 'ftp://x/'], {}, 2, /--forward-to takes/],
      [[...target, '--event', 'x'], {}, 2, /unknown option '--event'\n\(Did you mean --events\?\)/],
      [
        [...target, '--events', 'credits.high', '--api-url', 'http://x'],
        { API_KEY: 'k' },
        2,
        /Known: /,
      ],
      [target, {}, 1, /npm start/],
      [[...target, '--api-url', suite.api.url], { API_KEY: 'wrong' }, 1, /^401 UNAUTHORIZED/],
    ] as const) {
      const { ended, lines } = listen([...args], env);
      expect((await ended)[0], lines.join('\n')).to.equal(code);
      expect(lines.join('\n')).to.match(text);
    }
  });
});
