import { expect } from 'chai';
import { apiSuite } from '../api/suite.js';
import { document } from '../contract/document.js';
import { MODES, usePythonClient } from './python-rig.js';
import {
  hangUp,
  page,
  refusal,
  silence,
  useScriptedServer,
  type ReceivedRequest,
  type Respond,
} from './scripted-server.js';

interface Failure {
  readonly class: string;
  readonly status: number;
  readonly body: string;
  readonly idempotency_key: string | null;
  readonly retryable: boolean;
  readonly text: string;
}

const HTML = '<h1>Sign in</h1>';
const LOCATION = { Location: '/login' };

describe('an answer to the Python client', () => {
  const suite = apiSuite();
  const client = usePythonClient();
  const { requests, serve } = useScriptedServer();

  /** Forwards a request to the platform. */
  const pass = async ({ method, path, headers, body }: ReceivedRequest) => {
    const { authorization = '', 'idempotency-key': key } = headers;
    const sent = {
      authorization,
      'Content-Type': 'application/json',
      'Idempotency-Key': String(key),
    };
    const answer = await fetch(suite.api.url + path, { method, body, headers: sent });
    return page(answer.status, await answer.text(), 'application/json');
  };
  /** Starts a proxy that loses the first response. */
  const loseFirst = (lose: Respond) =>
    serve(
      (response, request) => void pass(request).then(() => lose(response, request)),
      (response, request) => void pass(request).then((respond) => respond(response, request)),
    );
  const losses: Record<string, readonly [string, Respond]> = {
    'a broken connection': ['ConnectionFailedError', hangUp],
    'a timed-out attempt': ['ConnectionFailedError', silence],
    'the page of a proxy': ['UnexpectedResponseError', page(502, '<h1>Bad gateway</h1>')],
    'an internal error': ['InternalError', refusal('INTERNAL_ERROR', 500)],
  };

  for (const mode of MODES) {
    for (const [name, [type, lose]] of Object.entries(losses)) {
      it(`is charged once if the call is repeated with the error's key after ${name} (${mode})`, async () => {
        const { apiKey, accountId } = await suite.customer();
        const { url } = await loseFirst(lose);
        const { failure, id } = await client.play<{ failure: Failure; id: string }>('lost', mode, {
          url,
          apiKey,
        });
        expect(failure).to.include({ class: type, retryable: true });
        expect(failure.idempotency_key).to.match(/^[0-9a-f-]{36}$/);
        const made = await suite.db.query('SELECT id FROM generation WHERE account_id = $1', [
          accountId,
        ]);
        expect(made).to.deep.equal([{ id }]);
      });
    }

    const strange = {
      'a page': page(200, HTML),
      'a redirect': page(302, HTML, 'text/html', LOCATION),
      'a permanent redirect': page(308, HTML, 'application/json', LOCATION),
      'a page that claims to be JSON': page(200, HTML, 'application/json'),
    };
    for (const [name, respond] of Object.entries(strange)) {
      it(`fails without a retry if it is ${name} (${mode})`, async () => {
        const platform = await serve(respond);
        const { failures } = await client.play<{ failures: Failure[] }>('refused', mode, platform);
        for (const failure of failures) {
          expect(failure).to.include({
            class: 'UnexpectedResponseError',
            body: HTML,
            retryable: false,
          });
        }
        const [created, ...reads] = failures;
        expect(created?.idempotency_key).to.equal(requests[0]?.headers['idempotency-key']);
        expect(reads.map((read) => read.idempotency_key)).to.deep.equal([null, null, null]);
        expect(requests).to.have.length(failures.length);
      });
    }

    it(`is returned as bytes if the endpoint returns a file (${mode})`, async () => {
      const platform = await serve(page(200, 'id,cost', 'text/csv'));
      expect(await client.play('export', mode, platform)).to.deep.equal({ csv: 'id,cost' });
    });
  }

  it('has a content type known to the client: JSON, a file, or the events of `subscribe`', () => {
    const types = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .flatMap(([, operations]) => Object.values(operations))
      .flatMap(({ responses }) => Object.keys(responses?.['200']?.content ?? {}));
    expect(new Set(types)).to.deep.equal(
      new Set(['application/json', 'application/zip', 'text/csv', 'text/event-stream']),
    );
  });
}).timeout(60_000);
