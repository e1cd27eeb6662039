import { expect } from 'chai';
import type { DeliveryBody, DeliveryDetailBody } from '../../domain/contract/delivery.js';
import type { WebhookBody } from '../../domain/contract/webhook.js';
import { emitLowBalance } from '../../domain/webhooks/emit-event.js';
import { startNow } from '../../domain/durable/start-workflow.js';
import type { Deps } from '../../runtime/deps.js';
import type { AccountOptions } from '../support/accounts.js';
import { Receiver, type Reaction } from '../support/receiver.js';
import { until } from '../support/until.js';
import type { WorkerOptions } from '../support/workers.js';
import { ApiSuite, registerSuite, type Customer } from './suite.js';

export type CreatedWebhook = WebhookBody & { secret: string };

const DAY_MS = 86_400_000;
let days = 0;

/** The API with a webhook receiver, and helpers for tests of deliveries. */
export class WebhookSuite extends ApiSuite {
  receiver!: Receiver;

  /** Starts the receiver. @returns the settings that let the API deliver to it */
  async startReceiver(): Promise<Record<string, string>> {
    this.receiver = await Receiver.start();
    return { WEBHOOK_ALLOW: this.receiver.origin };
  }

  /** Creates a customer with a high rate limit, since tests poll. */
  override customer(options: AccountOptions = {}): Promise<Customer> {
    const raised = { requests_per_minute: 100_000, ...options.raised };
    return super.customer({ ...options, raised });
  }

  /** Creates an endpoint of the customer at the suite's receiver. */
  async webhook(
    { client }: Customer,
    path: string,
    { reaction, ...body }: { reaction?: Reaction; events?: string[]; description?: string } = {},
  ): Promise<CreatedWebhook> {
    const url = this.receiver.at(path, reaction);
    const answer = await client.call<CreatedWebhook>('POST', '/v1/webhooks', {
      body: { url, ...body },
    });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  }

  /**
   * Emits `credits.low` with a unique day, like a charge.
   * @returns the id of the event
   */
  async emit({ accountId }: Customer, balance = 7): Promise<string> {
    days += 1;
    const day = new Date(Date.now() - days * DAY_MS);
    const starts = await this.db.transaction((tx) => emitLowBalance(tx, accountId, balance, day));
    // The event keeps the id of the unique day, but its creation time becomes the current time.
    const id = `evt_low_${accountId}_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
    await this.db.query('UPDATE event SET created_at = now() WHERE id = $1', [id]);
    await startNow(this.api.deps, starts);
    return id;
  }

  /** Counts attempts that the workers deferred because the endpoint had used its share of slots. */
  async countPutOff(): Promise<number> {
    const { values } = await this.api.deps.metrics.webhooks.deferred.get();
    return values[0]?.value ?? 0;
  }

  async deliveries({ client }: Customer, webhookId: string): Promise<DeliveryBody[]> {
    const path = `/v1/webhooks/${webhookId}/deliveries`;
    const answer = await client.get<{ data: DeliveryBody[] }>(path);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data;
  }

  async detail(customer: Customer, webhookId: string, id: string): Promise<DeliveryDetailBody> {
    const path = `/v1/webhooks/${webhookId}/deliveries/${id}`;
    const answer = await customer.client.get<DeliveryDetailBody>(path);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  }

  /** Waits until a condition holds for the newest delivery of an endpoint. */
  delivery(
    customer: Customer,
    webhookId: string,
    wanted: (delivery: DeliveryBody) => boolean = () => true,
    deadlineMs = 120_000,
  ): Promise<DeliveryBody> {
    return until(
      `a delivery of ${webhookId} has the expected state`,
      async () => {
        const [newest] = await this.deliveries(customer, webhookId);
        return newest && wanted(newest) ? newest : null;
      },
      deadlineMs,
    );
  }

  override async cleanUp(): Promise<void> {
    await this.endWaiting();
    await super.cleanUp();
  }

  /** Ends workflow runs that wait for hours, because no other suite has a worker for them. */
  private async endWaiting(): Promise<void> {
    const rows: { id: string }[] = await this.db
      .query(
        `UPDATE webhook_delivery SET status = 'cancelled', next_attempt_at = NULL
       WHERE status IN ('pending', 'delivering') RETURNING id`,
      )
      .then(([found]) => found);
    const ids = rows.map(({ id }) => id);
    await this.db.query('DELETE FROM workflow_start WHERE workflow_id = ANY($1)', [ids]);
    await this.api.deps.deliveryRuns.cancel(ids);
  }
}

export const statusIs =
  (...statuses: DeliveryBody['status'][]) =>
  (delivery: DeliveryBody): boolean =>
    statuses.includes(delivery.status);

interface WebhookOptions {
  readonly workers?: WorkerOptions | null;
  readonly change?: (deps: Deps) => Deps;
  /** Runs the relay, for a suite that starts so many runs that Temporal may not answer in time. */
  readonly relay?: boolean;
}

/** Registers the hooks of a describe block: API, receiver, and workers without generations. */
export function webhookSuite(options: WebhookOptions = {}): WebhookSuite {
  const { workers = {}, change, relay = false } = options;
  const suite = new WebhookSuite();
  return registerSuite(suite, {
    workers: workers && { media: false, outbound: true, ...workers },
    env: () => suite.startReceiver(),
    relay,
    ...(change && { change }),
    end: () => suite.receiver.stop(),
  });
}
