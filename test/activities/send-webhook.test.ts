import { expect } from 'chai';
import { sendWebhook } from '../../activities/send-webhook.js';
import type { PublicFetchDeps } from '../../adapters/egress/public-fetch.js';
import { UrlRefused } from '../../adapters/egress/refusal.js';
import type { AttemptResult } from '../../domain/webhooks/decide-next-attempt.js';
import type { ClaimedDelivery } from '../../domain/webhooks/claim-attempt.js';
import { ATTEMPT_DEADLINE_MS } from '../../domain/catalogue/webhook-times.js';
import { GOOD, guard } from '../egress/rig.js';
import { closeServers } from '../support/loopback.js';
import { drip, http, pump, serve, type Answer, type Site } from '../egress/servers.js';

const SECOND = 1_000;

const DELIVERY: ClaimedDelivery = {
  id: 'dlv_1',
  endpointId: 'whk_1',
  attempt: 1,
  attemptsMax: 7,
  eventId: 'evt_1',
  type: 'credits.low',
  body: '{"id":"evt_1"}',
  secrets: ['whsec_AAAA'],
  createdAt: new Date(),
  dueAt: new Date(),
  url: `https://${GOOD}/hook`,
};

/** The behaviour of a hostile receiver and the expected result of the attempt. */
interface Hostile {
  readonly name: string;
  readonly answer: Answer;
  readonly url?: string;
  readonly deps?: Partial<PublicFetchDeps>;
  readonly status: number | null;
  readonly error: AttemptResult['error'];
  /** Minimum and maximum duration in milliseconds. */
  readonly within: readonly [number, number];
}

const later =
  (ms: number): Answer =>
  (socket) => {
    const timer = globalThis.setTimeout(() => socket.end(http(200)), ms);
    socket.on('close', () => clearTimeout(timer));
  };

const BEFORE_THE_DEADLINE = [0, ATTEMPT_DEADLINE_MS - SECOND] as const;
/** Time of an attempt that ends only because of the deadline. */
const AT_THE_DEADLINE = [ATTEMPT_DEADLINE_MS - 50, 3 * ATTEMPT_DEADLINE_MS] as const;

const RECEIVERS: readonly Hostile[] = [
  {
    name: 'sends one byte of its headers every 50 ms',
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      drip(socket);
    },
    status: null,
    error: 'timeout',
    within: AT_THE_DEADLINE,
  },
  {
    name: 'sends one byte of its body every 50 ms',
    answer: (socket) => {
      socket.write(http(200));
      drip(socket);
    },
    status: 200,
    error: null,
    within: AT_THE_DEADLINE,
  },
  {
    name: 'sends a body without an end',
    answer: (socket) => {
      socket.write(http(200));
      pump(socket, Infinity);
    },
    status: 200,
    error: null,
    within: BEFORE_THE_DEADLINE,
  },
  {
    name: 'redirects to a cloud metadata service',
    answer: (socket) => socket.end(http(307, ['Location: http://169.254.169.254/latest/'])),
    status: 307,
    error: 'redirect',
    within: BEFORE_THE_DEADLINE,
  },
  {
    name: 'resets the connection',
    answer: (socket) => socket.destroy(),
    status: null,
    error: 'reset',
    within: BEFORE_THE_DEADLINE,
  },
  {
    name: 'has an untrusted certificate',
    answer: (socket) => socket.end(http(200)),
    deps: { ca: undefined },
    status: null,
    error: 'tls',
    within: BEFORE_THE_DEADLINE,
  },
  {
    name: 'now has a private address',
    answer: (socket) => socket.end(http(200)),
    url: 'https://10.0.0.1/hook',
    status: null,
    error: 'blocked_address',
    within: BEFORE_THE_DEADLINE,
  },
  {
    name: 'never answers',
    answer: () => undefined,
    status: null,
    error: 'timeout',
    within: AT_THE_DEADLINE,
  },
  {
    name: 'answers 200 after 7 seconds, longer than other timeouts',
    answer: later(7 * SECOND),
    status: 200,
    error: null,
    within: [6.9 * SECOND, ATTEMPT_DEADLINE_MS],
  },
  {
    name: 'answers 200 after 11 seconds',
    answer: later(11 * SECOND),
    status: null,
    error: 'timeout',
    within: AT_THE_DEADLINE,
  },
  {
    name: 'answers with headers of 100 kB',
    answer: (socket) => socket.end(http(200, [`X-Large: ${'x'.repeat(1e5)}`])),
    status: null,
    error: 'reset',
    within: BEFORE_THE_DEADLINE,
  },
  {
    name: 'sends a response that is not HTTP',
    answer: (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
    status: null,
    error: 'reset',
    within: BEFORE_THE_DEADLINE,
  },
];

describe('a webhook attempt', () => {
  const results = new Map<string, AttemptResult>();

  /** Sends an attempt like the outbound worker: no part of the attempt has a shorter timeout than the whole. */
  const attempt = async ({ answer, url = DELIVERY.url, deps = {} }: Hostile) => {
    const site: Site = await serve(answer);
    const limits = { connectMs: ATTEMPT_DEADLINE_MS, headersMs: ATTEMPT_DEADLINE_MS };
    const fetch = guard(site, { ...limits, idleMs: undefined, ...deps });
    return sendWebhook((to, options) => fetch.post(to, options), { ...DELIVERY, url });
  };

  // The attempts run concurrently, so the tests wait for the ten-second deadline only once.
  before(async () => {
    await Promise.all(
      RECEIVERS.map(async (receiver) => results.set(receiver.name, await attempt(receiver))),
    );
  });
  after(closeServers);

  for (const { name, status, error, within } of RECEIVERS) {
    const [from, to] = within;
    it(`to a receiver that ${name} ends as ${error ?? 'delivered'} after ${from / SECOND} to ${to / SECOND} s`, () => {
      const result = results.get(name);
      expect(result).to.include({ status, error });
      expect(result?.durationMs).to.be.within(from, to);
    });
  }

  it('keeps the first 1,024 response characters, except those that PostgreSQL rejects', async () => {
    const answer: Answer = (socket) => socket.end(http(500, [], `\0${'é'.repeat(3_000)}`));
    const result = await attempt({ answer } as Hostile);
    expect(result.excerpt).to.equal(`\u{FFFD}${'é'.repeat(1_023)}`);
  });

  it('throws and records nothing when this machine lacks the resources to send', async () => {
    const failure = new UrlRefused('exhausted');
    const result = await sendWebhook(() => Promise.reject(failure), DELIVERY).catch(
      (error: unknown) => error,
    );
    expect(result).to.equal(failure);
  });
});
