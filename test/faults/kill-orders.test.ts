import { ActivityNotFoundError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { expect } from 'chai';
import { buildWorkPath, type WorkBody } from '../../domain/contract/work.js';
import { ORDER_CHECKPOINTS, type OrderCheckpoint } from '../../domain/ports/checkpoint.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { PlatformProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { buildCustomer, type Customer } from './audit.js';
import { startPlatform, type Platform } from './platform.js';
import { startVendors, type Vendor } from './vendors.js';

const ALL_MS = 400_000;
const FINISH_MS = 180_000;

/** An order whose worker was killed just after the vendor had accepted the order. */
interface Victim {
  readonly customer: Customer;
  readonly id: string;
  readonly signal: NodeJS.Signals | null;
}

/**
 * For every vendor, one worker is killed before it stores the id of its order, and one worker afterwards. Only the
 * worker that starts after the last kill survives. Temporal would notice a lost worker after 45 s, and its successor
 * would wait another minute for a response that the lost worker may still get. The test shortens both waits.
 */
describe('kill -9 of the media worker after it placed an order', function () {
  this.timeout(ALL_MS);
  let platform: Platform;
  let vendors: Vendor[] = [];
  let successor: PlatformProcess | null = null;
  const victims = new Map<string, Victim>();

  before(async () => {
    platform = await startPlatform(['api', 'orchestrator']);
    vendors = await startVendors();
    for (const vendor of vendors) {
      const api = await startApi(vendor);
      for (const point of ORDER_CHECKPOINTS) {
        victims.set(`${vendor.name} ${point}`, await kill(vendor, api.url, point));
      }
      await api.process.stop();
    }
    for (const { id } of victims.values()) await simulateTimeout(id);
    successor = await PlatformProcess.start('media', mediaEnv());
  });
  after(async () => {
    await successor?.stop();
    for (const vendor of vendors) await vendor.fake.stop();
    await platform?.stop();
  });

  /**
   * Builds the environment of a media worker. It contains the settings of all vendors, because a worker may take over
   * an order that an earlier worker placed with any vendor.
   */
  function mediaEnv(extra: Record<string, string> = {}): Record<string, string> {
    const all = Object.assign({}, ...vendors.map(({ env }) => env)) as Record<string, string>;
    const allow = vendors.flatMap(({ env }) => env['EGRESS_ALLOW'] ?? []).join(',');
    return platform.servers.env({ ...all, EGRESS_ALLOW: allow, ...extra });
  }

  /** Starts an API that uses only this vendor. */
  async function startApi({ env }: Vendor) {
    const port = await findFreePort(0);
    const settings = platform.servers.env({ ...env, API_PORT: String(port) });
    const process = await PlatformProcess.start('api', settings);
    return { process, url: `http://127.0.0.1:${port}` };
  }

  async function kill(vendor: Vendor, url: string, point: OrderCheckpoint): Promise<Victim> {
    const worker = await PlatformProcess.start('media', mediaEnv({ CRASH_AT: point }));
    const customer = await buildCustomer(platform.deps, url);
    const { path, body } = vendor.order;
    const created = await customer.client.call<WorkBody>('POST', path, { body });
    expect(created.status, created.text).to.equal(202);
    const { signal } = await worker.ended;
    await postponeRecovery(created.body.id);
    return { customer, id: created.body.id, signal };
  }

  /**
   * Keeps other workers from recovering the order before all workers were killed. A worker that recovers an order
   * reaches its crash point, and would die while it sends the order of another victim.
   */
  async function postponeRecovery(id: string): Promise<void> {
    await platform.deps.db.query(
      `UPDATE upstream_order SET sent_at = now() + interval '1 hour' WHERE generation_id = $1`,
      [id],
    );
  }

  /** Simulates the timeout after which a silent worker counts as lost. */
  async function simulateTimeout(workflowId: string): Promise<void> {
    const { client } = platform.deps.temporal;
    const { raw } = await client.workflow.getHandle(workflowId).describe();
    const { activityId } = raw.pendingActivities?.[0] ?? {};
    const timeout = ApplicationFailure.retryable('activity Heartbeat timeout');
    // On a slow machine, the real timeout of 45 s has passed: the step waits for a worker, or has ended with another.
    const ignoreEnded = (error: unknown) => {
      if (!(error instanceof ActivityNotFoundError)) throw error;
    };
    if (activityId)
      await client.activity.fail({ workflowId, activityId }, timeout).catch(ignoreEnded);
    await platform.deps.db.query(
      `UPDATE upstream_order SET sent_at = now() - interval '2 minutes'
       WHERE generation_id = $1`,
      [workflowId],
    );
  }

  /** Waits until the generation has ended according to the API, which is still running. */
  const ended = ({ customer, id }: Victim): Promise<WorkBody> =>
    until(
      `${id} has ended`,
      async () => {
        const client = customer.client.at(platform.url);
        const { body } = await client.get<WorkBody>(buildWorkPath(id));
        return body.completed_at === null ? null : body;
      },
      FINISH_MS,
    );

  for (const name of ['fal', 'kie', 'openrouter', 'comfyui', 'openai']) {
    it(`lets another worker poll and deliver an order whose id was stored: ${name}`, async () => {
      const victim = victims.get(`${name} order.after_ref`) as Victim;
      expect(victim.signal).to.equal('SIGKILL');
      const body = await ended(victim);
      const lines = body.timeline.map(({ message }) => message.replace(/:.*/, ''));
      // The stand-in for OpenRouter returns the same clip of half a second for every order.
      const other = ['shape', 'length'].map(
        (what) => `The provider made a clip with a different ${what}`,
      );
      expect([body.status, lines]).to.deep.equal(['completed', name === 'openrouter' ? other : []]);
    });

    it(`never places an order again if its id was lost, but finds or refunds it: ${name}`, async () => {
      const victim = victims.get(`${name} order.before_ref`) as Victim;
      expect(victim.signal).to.equal('SIGKILL');
      const body = await ended(victim);
      const vendor = vendors.find((one) => one.name === name);
      expect(body.status).to.equal(vendor?.canReconcile ? 'completed' : 'failed');
      if (body.status === 'failed') {
        expect([body.error?.code, body.refunded_credits]).to.deep.equal([
          'PROVIDER_ERROR',
          body.credits,
        ]);
      }
    });

    it(`results in exactly two orders, without a protocol violation: ${name}`, () => {
      const fake = vendors.find((one) => one.name === name)?.fake;
      expect(fake?.accepted()).to.equal(ORDER_CHECKPOINTS.length);
      expect(fake?.violations()).to.deep.equal([]);
    });
  }

  it('leaves the ledger consistent', async () => {
    expect(await checkInvariants(platform.deps.db.manager)).to.deep.equal([]);
  });
});
