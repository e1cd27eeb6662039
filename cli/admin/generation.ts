import type { EntityManager } from 'typeorm';
import { isSimulated } from '../../domain/catalogue/makers.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { listFailureTexts } from '../../domain/generations/failure-texts.js';
import { Generation } from '../../entities/generation.js';
import { Hold } from '../../entities/hold.js';
import { UpstreamOrder } from '../../entities/upstream-order.js';
import { WorkflowStart } from '../../entities/workflow-start.js';
import type { Command } from './command.js';
import { describeWorkflow } from './workflow.js';
import { queryRows } from '../../entities/rows.js';

/** One movement of credits, by bucket: `{sub: -4, held_sub: 4}`. */
interface LedgerRow {
  readonly tx_id: string;
  readonly kind: string;
  readonly created_at: Date;
  readonly amounts: Readonly<Record<string, number>>;
}

/** Shows everything that is stored about one generation: its data, its cost and its workflow. */
export const generationShow: Command = {
  name: 'generation show',
  summary: 'Show a generation with its timeline, credits, outbox row and workflow',
  args: ['GENERATION_ID'],
  async run(admin, input) {
    const id = input.arg('GENERATION_ID');
    const tx = admin.db.manager;
    const row = await tx.findOneBy(Generation, { id });
    const hold = await tx.findOneBy(Hold, { refType: 'generation', refId: id });
    if (!row && !hold) throw new Refusal('NOT_FOUND', { message: `No generation ${id}.` });
    return {
      data: {
        generation_id: id,
        generation: row && toGenerationRow(row),
        timeline: row?.timeline.map(({ at, ...entry }) => ({ at: new Date(at), ...entry })) ?? [],
        upstream_said: listFailureTexts(row?.failureTexts ?? {}),
        upstream_orders: await listOrders(tx, id),
        hold: hold && presentHold(hold),
        ledger: await listLedger(tx, id),
        outbox: await findOutbox(tx, id),
        workflow: await describeWorkflow(admin, id),
      },
      ...(!row && { note: 'The generation was deleted; its credit movements are kept.' }),
    };
  },
};

function toGenerationRow(row: Generation) {
  return {
    account_id: row.accountId,
    key_id: row.keyId,
    type: row.type,
    model: row.model,
    status: row.status,
    credits: row.credits,
    refunded_credits: row.refundedCredits,
    error: row.error,
    simulated: isSimulated(row.type, row.makers),
    makers: row.makers,
    output_key: row.outputKey,
    thumbnail_key: row.thumbnailKey,
    created_at: row.createdAt,
    started_at: row.startedAt,
    completed_at: row.completedAt,
    request: row.request,
  };
}

/** Lists the orders placed with upstreams and their cost. */
async function listOrders(tx: EntityManager, generationId: string) {
  const orders = await tx.find(UpstreamOrder, {
    where: { generationId },
    order: { attempt: 'ASC' },
  });
  return orders.map((order) => ({
    attempt: order.attempt,
    provider: order.provider,
    upstream_model: order.upstreamModel,
    ref: order.ref,
    cost_usd: order.costUsd,
    sent_at: order.sentAt,
    placed_at: order.placedAt,
    cancelled_at: order.cancelledAt,
    cancel_outcome: order.cancelOutcome,
  }));
}

function presentHold(hold: Hold) {
  return {
    hold_id: hold.id,
    state: hold.state,
    month: hold.month,
    subscription: hold.sub,
    purchased: hold.pur,
    settled_subscription: hold.settledSub,
    settled_purchased: hold.settledPur,
    closed_at: hold.closedAt,
  };
}

function listLedger(tx: EntityManager, id: string): Promise<LedgerRow[]> {
  return queryRows(
    tx,
    `SELECT t.id AS tx_id, t.kind, t.created_at, m.amounts FROM ledger_tx t
     CROSS JOIN LATERAL (SELECT jsonb_object_agg(bucket, amount) AS amounts FROM (
       SELECT bucket, sum(amount) AS amount FROM ledger_entry WHERE tx_id = t.id GROUP BY bucket
     ) AS sides) AS m
     WHERE t.ref_type = 'generation' AND t.ref_id = $1 ORDER BY t.created_at, t.kind`,
    [id],
  );
}

/** Finds the pending workflow start; null once the workflow has started. */
async function findOutbox(tx: EntityManager, workflowId: string) {
  const row = await tx.findOneBy(WorkflowStart, { workflowId });
  if (!row) return null;
  return {
    attempts: row.attempts,
    last_error: row.lastError,
    next_try_at: row.nextTryAt,
    created_at: row.createdAt,
  };
}
