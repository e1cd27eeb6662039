import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { QueryFailedError, type QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Deps } from '../../runtime/deps.js';
import { ApiClient } from '../support/client.js';
import { KeptLog } from '../support/log-lines.js';
import { startApi, type TestApi } from '../support/platform.js';
import { apiSuite, type Customer } from './suite.js';

const SIGNED = 'https://files.example/marker-path/a.png?X-Amz-Signature=marker-signature';
const PROMPT = `a marker-prompt fox, as at ${SIGNED}`;
const IDEM = 'marker-idempotency-key';
/** Values that the customer sends, and that no log line may contain. */
const markersOf = ({ apiKey }: Customer): string[] => ['marker', apiKey, apiKey.slice(9, 30)];

/** Creates a PostgreSQL error that contains all values. */
function failure(values: readonly unknown[]) {
  const all = values.map(String).join(', ');
  return Object.assign(new Error(`invalid input syntax: "${all}"`), {
    code: 'XX000',
    severity: 'ERROR',
    detail: `Failing row contains (${all}).`,
    where: `unnamed portal parameter $1 = '${all}'`,
    table: 'generation',
  });
}

/** The members of a connection that entities/rows.ts uses. */
interface Connection {
  query(statement: { values: unknown[] }): Promise<unknown>;
}
type Connect = (callback?: unknown) => Promise<Connection>;

/** A database whose nth statement fails, whether or not it is prepared. */
class FaultyDatabase {
  sent = 0;
  broken = 0;

  /** Installs this database in the dependencies. */
  install(deps: Deps): Deps {
    const create = deps.db.createQueryRunner.bind(deps.db);
    deps.db.createQueryRunner = (...args) => this.breakOne(create(...args));
    const pool = (deps.db.driver as PostgresDriver).master as { connect: Connect };
    const connect = pool.connect.bind(pool);
    // The query runner of TypeORM connects with a callback and counts its own statements.
    pool.connect = async (callback) =>
      callback ? connect(callback) : this.breakPrepared(await connect());
    return deps;
  }

  private isBroken(): boolean {
    this.sent += 1;
    return this.sent === this.broken;
  }

  private breakOne(runner: QueryRunner): QueryRunner {
    const query = runner.query.bind(runner);
    runner.query = async (sql: string, values?: unknown[], structured?: boolean) => {
      if (this.isBroken()) throw new QueryFailedError(sql, values ?? [], failure(values ?? []));
      return structured ? query(sql, values, true) : query(sql, values);
    };
    return runner;
  }

  /** Wraps a connection. The connection itself returns to the pool unchanged. */
  private breakPrepared(connection: Connection): Connection {
    return new Proxy(connection, {
      get: (target, name) => {
        if (name === 'query') {
          return async (statement: { values: unknown[] }) => {
            if (this.isBroken()) throw failure(statement.values);
            return target.query(statement);
          };
        }
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  }
}

describe('request log lines', () => {
  const suite = apiSuite();
  const kept = new KeptLog();
  const database = new FaultyDatabase();
  let api: TestApi;
  before(async () => {
    api = await startApi({}, (deps) => database.install({ ...deps, log: kept.log }));
  });
  after(() => api?.stop());
  beforeEach(() => {
    kept.texts.length = 0;
    database.sent = 0;
    database.broken = 0;
  });
  const clientOf = ({ apiKey }: Customer) => new ApiClient(api.url, apiKey);
  const accept = (customer: Customer, idem = IDEM + randomUUID()) =>
    clientOf(customer).image({ prompt: PROMPT }, { idem });

  it('do not contain request data if a database statement fails while the request is accepted', async () => {
    const customer = await suite.customer({ raised: { requests_per_minute: 10_000 } });
    const accepted = await accept(customer);
    expect(accepted.status, accepted.text).to.equal(202);
    const statements = database.sent;
    expect(statements, 'statements of the key lookup and of the acceptance').to.be.at.least(2);
    const failed: number[] = [];
    for (let n = 1; n <= statements; n += 1) {
      database.sent = 0;
      database.broken = n;
      kept.texts.length = 0;
      const answer = await accept(customer);
      expect(kept.linesWith(markersOf(customer)), `statement ${n}`).to.deep.equal([]);
      if (answer.status < 500) continue;
      expect(answer.text).not.to.include('marker');
      failed.push(n);
      const error = kept.lines.find(({ err }) => err);
      expect(error?.['requestId'], `statement ${n}`).to.equal(answer.headers.get('x-request-id'));
      expect(JSON.stringify(error?.['err'])).to.include('XX000').and.include('"generation"');
    }
    // Only these two statements precede the commit. If a later statement fails, the relay does its
    // work.
    expect(failed).to.deep.equal([1, 2]);
  });

  for (const table of ['generation', 'idempotency_key', 'workflow_start', 'hold', 'ledger_entry']) {
    it(`do not contain data of a row that PostgreSQL rejects: ${table}`, async () => {
      const customer = await suite.customer();
      await suite.db.query(`
        CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          RAISE EXCEPTION 'row "%" is refused', NEW::text
            USING DETAIL = NEW::text, HINT = NEW::text, ERRCODE = '23514'; END $$;
        CREATE TRIGGER refuse_row BEFORE INSERT ON ${table} FOR EACH ROW
          WHEN (NEW.account_id = '${customer.accountId}') EXECUTE FUNCTION refuse_row()`);
      try {
        const answer = await accept(customer);
        expect(answer.status, answer.text).to.equal(500);
        expect(kept.linesWith(markersOf(customer))).to.deep.equal([]);
        expect(kept.texts.join('')).to.include('23514');
      } finally {
        await suite.db.query('DROP FUNCTION refuse_row CASCADE');
      }
    });
  }

  it('do not contain data of a refused request', async () => {
    const customer = await suite.customer();
    const client = clientOf(customer);
    const bodies: unknown[] = [
      '{"prompt": "marker-prompt',
      { prompt: PROMPT, 'marker-field': PROMPT, resolution: 'marker-value' },
      { prompt: 'a fox', scene_image: SIGNED },
      { prompt: 'a fox', reference_images: [`data:image/png;base64,marker${'A'.repeat(40)}`] },
      { prompt: 'a marker-prompt with forbidden fruit' },
    ];
    for (const body of bodies) {
      const answer = await client.image(body, { idem: IDEM + randomUUID() });
      expect(answer.status, answer.text).to.be.within(400, 499);
    }
    await client.get('/v1/generations/marker-id?marker-query=marker');
    await client.get('/media/marker-key');
    expect(kept.linesWith(markersOf(customer))).to.deep.equal([]);
  });

  it('are written once per request, with caller, operation and outcome', async () => {
    const customer = await suite.customer();
    const { accountId, keyId } = customer;
    const created = await accept(customer);
    const refused = await clientOf(customer).get('/v1/generations/gen_none');
    await new ApiClient(api.url, null).get('/v1/account');
    await new ApiClient(api.url, null).get('/healthz');
    const lines = kept.lines.filter(({ msg, level }) => msg === 'request' && level === 30);
    const facts = lines.map(({ requestId, ms, ...rest }) => {
      expect(ms).to.be.a('number');
      const { operation, status, code, accountId: account, keyId: key } = rest;
      return { requestId, operation, status, code, account, key };
    });
    const by = { account: accountId, key: keyId };
    const id = (answer: { headers: Headers }) => answer.headers.get('x-request-id');
    expect(facts.slice(0, 2)).to.deep.equal([
      { requestId: id(created), operation: 'createImage', status: 202, code: null, ...by },
      { requestId: id(refused), operation: 'getGeneration', status: 404, code: 'NOT_FOUND', ...by },
    ]);
    expect(facts[2]).to.include({ operation: 'getAccount', status: 401, account: null });
    expect(facts, 'health checks, which are frequent, are not logged').to.have.length(3);
  });
});
