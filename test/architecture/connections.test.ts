import { expect } from 'chai';
import { POOL_SIZE, type Service as Kind } from '../../runtime/database.js';
import { readCompose, type Compose } from './deployment.js';

const COPIES = 3;
/** Temporal's frontend, history, matching and worker roles, which open separate connections. */
const TEMPORAL_ROLES = 4;
/** Defaults of Temporal's server. */
const TEMPORAL_DEFAULT = { SQL_MAX_CONNS: 20, SQL_VIS_MAX_CONNS: 10 };
/** Default number of connections that PostgreSQL reserves for its superuser. */
const RESERVED = 3;
/** The migration and Temporal's schema tool, which run only briefly. */
const SET_UP = 2 + 2;
/** Concurrent commands of operators. */
const COMMANDS = 3;

/** The process that each service of compose runs. */
const KINDS: Readonly<Record<string, Kind>> = {
  api: 'api',
  'worker-orchestrator': 'orchestrator',
  'worker-media': 'media',
  'worker-outbound': 'outbound',
};

function connectionsOf(compose: Compose, name: string): number {
  const kind = KINDS[name];
  if (kind) return POOL_SIZE[kind];
  const given = { ...TEMPORAL_DEFAULT, ...compose.services[name]?.environment };
  return TEMPORAL_ROLES * (given.SQL_MAX_CONNS + given.SQL_VIS_MAX_CONNS);
}

describe('PostgreSQL connections in docker-compose.yml', () => {
  let compose: Compose;
  before(async () => {
    compose = await readCompose();
  });

  it('cover the connection pool of each of our long-running processes', () => {
    const staying = Object.entries(compose.services).filter(
      // The watermark service, which is optional, does not use the database.
      ([, { build, restart, profiles }]) =>
        build && !restart?.startsWith('on-failure') && profiles === undefined,
    );
    expect(staying.map(([name]) => name)).to.have.members(Object.keys(KINDS));
  });

  it('suffice for three copies of every process plus operators', () => {
    const { command = [] } = compose.services['postgres'] ?? {};
    const limit = Number(/max_connections=(\d+)/.exec(command.join(' '))?.[1] ?? 100);
    const names = [...Object.keys(KINDS), 'temporal'];
    const each = names.map((name) => COPIES * connectionsOf(compose, name));
    const sum = each.reduce((total, count) => total + count, 0);
    const others = RESERVED + SET_UP + COMMANDS * POOL_SIZE.admin;
    expect(sum + others, `${names.join()}: ${each.join()}`).to.be.at.most(limit);
  });

  it("limit Temporal's idle connections to the number that it may open", () => {
    const { environment = {} } = compose.services['temporal'] ?? {};
    expect(environment['SQL_MAX_IDLE_CONNS']).to.equal(environment['SQL_MAX_CONNS']);
    expect(environment['SQL_VIS_MAX_IDLE_CONNS']).to.equal(environment['SQL_VIS_MAX_CONNS']);
  });
});
