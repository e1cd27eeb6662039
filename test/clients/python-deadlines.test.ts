import { expect } from 'chai';
import { MODES, usePythonClient } from './python-rig.js';
import {
  hangUp,
  json,
  page,
  refusal,
  silence,
  stream,
  useScriptedServer,
  type Respond,
} from './scripted-server.js';

interface Failure {
  readonly class: string;
  readonly text: string;
  readonly seconds: number;
}

const ID = 'gen_1';
const FIRST = 'id: 1\nevent: progress\ndata: {}\n\n';
/** Much less than the client waits for a response by default. */
const TIMEOUT_S = 0.6;
const LATEST_S = 2;

describe('a deadline of the Python client', () => {
  const client = usePythonClient();
  const { requests, serve } = useScriptedServer();
  let drips: NodeJS.Timeout[] = [];
  afterEach(() => {
    for (const drip of drips) clearInterval(drip);
    drips = [];
  });
  const drip = (write: () => unknown) => drips.push(setInterval(write, 50));

  const silences: Record<string, readonly [string, ...Respond[]]> = {
    'a wait on a silent server': ['wait', silence],
    'a wait on a server that is away': ['wait', hangUp],
    'a wait on a server that asks for a longer pause': [
      'wait',
      refusal('UNAVAILABLE', 503, { 'Retry-After': '30' }),
    ],
    'a subscription before its stream is open': ['follow', silence],
    'a subscription that is silent after its first event': ['follow', stream(FIRST)],
    'a subscription with comments only': [
      'follow',
      stream(FIRST, (response) => void drip(() => response.write(': beat\n\n'))),
    ],
    'a subscription that polls a silent server': ['follow', page(404, ''), silence],
    'a subscription to a server that is away': ['follow', hangUp],
  };
  for (const mode of MODES) {
    for (const [name, [method, ...answers]] of Object.entries(silences)) {
      it(`ends ${name} (${mode})`, async () => {
        const platform = await serve(...answers);
        const failure = await client.play<Failure>(
          'overdue',
          mode,
          platform,
          method,
          `${TIMEOUT_S}`,
        );
        expect(failure).to.include({ class: 'WaitTimeoutError' });
        expect(failure.text).to.include(`${ID} has not ended within ${TIMEOUT_S} s`);
        expect(failure.seconds).to.be.within(TIMEOUT_S - 0.1, LATEST_S);
      });
    }

    for (const [name, timeout] of Object.entries({ 'a deadline': 0.6, 'its caller': 100 })) {
      it(`closes a stream that ${name} ends (${mode})`, async () => {
        const closed = Promise.withResolvers<void>();
        const platform = await serve(
          (response, request) => {
            response.once('close', () => closed.resolve());
            stream(FIRST)(response, request);
          },
          (response, request) =>
            void closed.promise.then(() => json({ closed: true })(response, request)),
        );
        const did = await client.play<object>('leave', mode, platform, `${timeout}`);
        expect(did).to.include({ first: 'progress', closed: true });
      });
    }

    const slow: Record<string, Respond> = {
      'is silent': silence,
      'sends its body slowly': (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        drip(() => response.write(' '));
      },
      'sends its header slowly': ({ socket }) => {
        socket?.write('HTTP/1.1 200 OK\r\n');
        drip(() => socket?.write('X: a\r\n'));
      },
      'stops in its body': (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        let left = 18;
        drip(() => (left -= 1) >= 0 && response.write(' '));
      },
    };
    for (const [name, respond] of Object.entries(slow)) {
      it(`ends an attempt whose response ${name}, and retries (${mode})`, async () => {
        const platform = await serve(respond, respond, json({ plan: 'free' }));
        const did = await client.play<{ account: object; seconds: number }>(
          'attempts',
          mode,
          platform,
          '30',
          '1',
        );
        expect(did.account).to.deep.equal({ plan: 'free' });
        // Two attempts, and pauses of 0.75 seconds at most.
        expect(did.seconds).to.be.within(2, 3.5);
        expect(requests).to.have.length(3);
      });
    }

    it(`limits all attempts (${mode})`, async () => {
      const platform = await serve(silence);
      const did = await client.play<{ account: string; seconds: number }>(
        'attempts',
        mode,
        platform,
        '1.5',
        '0.5',
      );
      expect(did.account).to.equal('ConnectionFailedError');
      expect(did.seconds).to.be.within(1, 2);
    });
  }
}).timeout(60_000);
