import Koa from 'koa';
import { respond } from '../../api/middleware/respond.js';
import { admitAgent } from '../../api/oauth/admit-agent.js';
import { RequestLog } from '../../api/request-log.js';
import type { Caller } from '../../domain/accounts/caller.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import { ApiSuite, registerSuite } from '../api/suite.js';
import { serveApp } from '../support/loopback.js';
import type { PlatformOptions } from '../support/use-platform.js';

/** The response of the entry point for agents. */
export interface Admission {
  readonly status: number;
  readonly challenge: string | null;
  readonly body: Caller & ErrorBody;
}

/** A suite with an entry point that authenticates agents and returns their identity. */
export class AgentSuite extends ApiSuite {
  private entryPoint: Awaited<ReturnType<typeof serveApp>> | null = null;

  async openEntryPoint(): Promise<void> {
    const app = new Koa();
    const { deps, edge } = this.api;
    app.use(respond(deps, new RequestLog(deps), edge.discards));
    app.use(async (ctx) => {
      ctx.body = await admitAgent(ctx, deps, edge);
    });
    this.entryPoint = await serveApp(app);
  }

  async enter(token: string | null): Promise<Admission> {
    const headers = { ...(token !== null && { Authorization: `Bearer ${token}` }) };
    const response = await fetch(this.entryPoint?.origin ?? '', { headers });
    const challenge = response.headers.get('www-authenticate');
    return {
      status: response.status,
      challenge,
      body: (await response.json()) as Admission['body'],
    };
  }

  override async cleanUp(): Promise<void> {
    await this.entryPoint?.stop();
    await super.cleanUp();
  }
}

export function agentSuite(options: PlatformOptions = {}): AgentSuite {
  const suite = new AgentSuite();
  return registerSuite(suite, { ...options, begin: () => suite.openEntryPoint() });
}
