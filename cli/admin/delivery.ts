import { describeDelivery, isTargetEnabled } from '../../domain/webhooks/find-webhook.js';
import { insertDeliveries } from '../../domain/webhooks/create-deliveries.js';
import { toCopy, endWait, refuseDisabled } from '../../domain/webhooks/resend-delivery.js';
import { presentDelivery } from '../../domain/contract/delivery.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { WebhookDelivery } from '../../entities/webhook-delivery.js';
import type { Command } from './command.js';
import type { Admin } from './open.js';
import { describeWorkflow } from './workflow.js';

async function findDelivery({ db }: Admin, id: string): Promise<WebhookDelivery> {
  const row = await db.manager.findOneBy(WebhookDelivery, { id });
  if (!row) throw new Refusal('NOT_FOUND', { message: `No delivery ${id}.` });
  return row;
}

/** Shows each attempt with its request and its response. */
const show: Command = {
  name: 'delivery show',
  summary: 'Show a webhook delivery with its attempts and workflow',
  args: ['DELIVERY_ID'],
  async run(admin, input) {
    const row = await findDelivery(admin, input.arg('DELIVERY_ID'));
    const detail = await describeDelivery(admin.db.manager, row);
    return { data: { ...detail, workflow: await describeWorkflow(admin, row.id) } };
  },
};

/** Resends a delivery for operators, like the API's resend endpoint. */
const resend: Command = {
  name: 'delivery resend',
  summary: 'Resend a webhook delivery: retry a pending one now, or copy one that has ended',
  args: ['DELIVERY_ID'],
  async run(admin, input) {
    const row = await findDelivery(admin, input.arg('DELIVERY_ID'));
    const enabled = await isTargetEnabled(admin.db.manager, row.accountId, row.endpointId).catch(
      (error: unknown) => {
        const message = 'Its webhook was deleted, so there is no endpoint to send it to.';
        throw error instanceof Refusal ? new Refusal('CONFLICT', { message }) : error;
      },
    );
    refuseDisabled(enabled);
    const open = await retryNow(admin, row);
    if (open) return { data: presentDelivery(open), note: 'The delivery is being retried now.' };
    const delivery = toCopy(row);
    await admin.db.transaction((tx) => insertDeliveries(tx, [delivery]));
    return {
      data: presentDelivery(await findDelivery(admin, delivery.id)),
      note: 'A new delivery was created. It starts within a few seconds.',
    };
  },
};

async function retryNow(admin: Admin, row: WebhookDelivery): Promise<WebhookDelivery | null> {
  // Imported lazily, because loading it takes longer than most commands run.
  const { createTemporal } = await import('../../runtime/temporal.js');
  const { createDeliveryRuns } = await import('../../runtime/delivery-runs.js');
  const { createLog } = await import('../../runtime/log.js');
  const temporal = createTemporal(admin.env);
  const deliveryRuns = createDeliveryRuns(temporal.client, createLog('admin', 'silent'));
  try {
    return await endWait({ db: admin.db, deliveryRuns }, row);
  } finally {
    await temporal.close();
  }
}

export const deliveryCommands: readonly Command[] = [show, resend];
