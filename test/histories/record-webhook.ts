import { createId } from '../../domain/contract/ids.js';
import { buildDeliveryWorkflow } from '../../domain/webhooks/create-deliveries.js';
import type { AttemptOutcome, DeliveryJob } from '../../domain/catalogue/runs.js';
import type { TestApi } from '../support/platform.js';
import { closingOf, typesOf, eventsOf } from '../support/recorder.js';
import { until } from '../support/until.js';
import { runWorker, startWorkers } from '../support/workers.js';
import type { Recorders } from './shapes.js';

/** Result of each attempt by its number, with short waits instead of hours. */
type Attempts = (attempt: number) => AttemptOutcome;

const HOUR_MS = 3_600_000;
const event = { id: 'evt_recorded', accountId: 'acc_recorded', type: 'credits.low' } as const;

/**
 * Records a delivery whose attempts have these results.
 * @returns the workflow's id
 */
async function delivered(
  api: TestApi,
  attempts: Attempts,
  meanwhile: (id: string) => Promise<void> = async () => undefined,
): Promise<{ id: string }> {
  const workers = await startWorkers(api.deps, { media: false });
  const attemptDelivery = async (job: DeliveryJob & { attempt: number }) => attempts(job.attempt);
  const closeDelivery = async () => undefined;
  const outbound = await runWorker(api.deps, 'outbound', { attemptDelivery, closeDelivery });
  const id = createId('dlv');
  const { temporal } = api.deps;
  await temporal.startWorkflow(
    buildDeliveryWorkflow({ id, endpointId: 'whk_recorded', event, open: true }),
  );
  await until('the first wait has begun', async () =>
    typesOf(await eventsOf(temporal.client, id)).includes('TIMER_STARTED'),
  );
  await meanwhile(id);
  await closingOf(api.deps, id);
  await outbound.stop();
  await workers.stop();
  return { id };
}

const retry = (delayMs: number): AttemptOutcome => ({ outcome: 'retry', delayMs });

/** The recorders of deliveries. */
export const WEBHOOK_RECORDERS: Recorders =
  {
    // An operator retries the delivery, which ends the wait early.
    'webhook-delivered': (api) =>
      delivered(
        api,
        (attempt) => (attempt < 2 ? retry(HOUR_MS) : { outcome: 'delivered' }),
        async (id) => void (await api.deps.deliveryRuns.retryNow(id)),
      ),
    'webhook-exhausted': (api) =>
      delivered(api, (attempt) => (attempt < 7 ? retry(50) : { outcome: 'failed' })),
    'webhook-dropped': (api) =>
      delivered(
        api,
        () => retry(HOUR_MS),
        (id) => api.deps.deliveryRuns.cancel([id]),
      ),
  };
