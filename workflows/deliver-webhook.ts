import {
  CancellationScope,
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { DeliveryActivities } from '../activities/deliveries.js';
import { DELIVERY_ERRORS, PAST_DELIVERY_ERRORS } from '../domain/catalogue/delivery-states.js';
import { QUEUES, SIGNALS } from '../domain/catalogue/queues.js';
import type { AttemptOutcome, DeliveryJob, DeliveryOutcome } from '../domain/catalogue/runs.js';
import { RETRY_DELAYS_MS } from '../domain/catalogue/webhook-times.js';
import { failRun } from './close-run.js';
import { describeWait } from './describe-run.js';
import { readEndingVersion, reportEnding, isCancelledHere } from './ending.js';
import { insistentDb, webhookAttempt } from './policies.js';

const outbound = proxyActivities<DeliveryActivities>(webhookAttempt);
const rows = proxyActivities<DeliveryActivities>({ ...insistentDb, taskQueue: QUEUES.outbound });
const REASONS = { ...DELIVERY_ERRORS, ...PAST_DELIVERY_ERRORS };
const retryNowSignal = defineSignal(SIGNALS.retryNow);

/**
 * Delivers one event to one endpoint: makes an attempt, and after a failed attempt waits for the
 * delay that the attempt returned. `retryNow` ends a wait early. If the endpoint is deleted or
 * disabled, the run is cancelled; if the cancellation fails, the run ends when the next attempt
 * finds the row closed.
 */
export async function deliverWebhook(job: DeliveryJob): Promise<DeliveryOutcome> {
  let wanted = false;
  setHandler(retryNowSignal, () => {
    wanted = true;
  });
  const lines: string[] = [];
  const show = (line: string) => {
    lines.push(line);
    setCurrentDetails(lines.join('\n'));
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      // The delay after a failed attempt; the receiver's response cannot change it.
      const delayMs = RETRY_DELAYS_MS[attempt - 1] ?? null;
      const ended = await outbound.attemptDelivery.executeWithOptions(
        { summary: `attempt ${attempt}` },
        [{ ...job, attempt, delayMs }],
      );
      if (ended.outcome !== 'retry') {
        show(`**${ended.outcome}** at attempt ${attempt}`);
        return close(ended, attempt);
      }
      const after = `after ${describeAnswer(ended)}, in ${describeWait(ended.delayMs)}`;
      const summary = `retry ${attempt} ${after}`;
      show(`- ${summary}`);
      await condition(() => wanted, ended.delayMs, { summary });
      wanted = false;
    } catch (error) {
      if (!isCancelledHere(error)) throw error;
      show('**stopped**');
      return closeStopped(job, error);
    }
  }
}

/** Describes the receiver's response: a status, or the reason why there was none. */
const describeAnswer = ({ status, error }: AttemptOutcome): string =>
  String(status ?? error ?? 'a failed attempt');

/** Closes the run with the row's outcome: a failed delivery is a failed run. */
function close({ outcome, ...last }: EndedAttempt, attempt: number): DeliveryOutcome {
  if (readEndingVersion() === 0) return outcome;
  const { error = null } = last;
  reportEnding({ outcome, code: outcome === 'failed' ? error : null });
  if (outcome !== 'failed') return outcome;
  const why = error === null ? '' : ` ${REASONS[error]}`;
  throw failRun(error ?? 'unknown', `Attempt ${attempt} was the last.${why}`);
}

type EndedAttempt = Exclude<AttemptOutcome, { readonly outcome: 'retry' }>;

/**
 * Closes the row of a cancelled run. If its endpoint was deleted or disabled, the row is already
 * closed; if an operator cancelled the run, no attempt will follow.
 */
async function closeStopped({ deliveryId }: DeliveryJob, error: unknown): Promise<DeliveryOutcome> {
  if (readEndingVersion() === 0) return 'stopped';
  await CancellationScope.nonCancellable(() =>
    rows.closeDelivery.executeWithOptions({ summary: 'close the delivery' }, [{ deliveryId }]),
  );
  reportEnding({ outcome: 'stopped' });
  throw error;
}
