import type { Outcome } from '../upstream-fake.js';

/** An order that Kie accepted. */
export interface Task {
  readonly taskId: string;
  readonly api: 'jobs' | 'veo';
  readonly model: string;
  readonly outcome: Outcome;
  /** Number of polls so far, including the current poll. */
  polls: number;
}

/** Kie's answer, which mostly has HTTP 200, even with an error code in its body. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
}

/** Wraps a reply in the envelope of every Kie answer. */
export const wrapReply = (code: number, msg: string, data: unknown = null): Reply => ({
  status: 200,
  json: { code, msg, data },
});

const BLOCKED = 'Your prompt was flagged by Website as violating content policies.';
/** The cost of every successful job, in credits. */
export const CREDITS = 24;

/** Outcomes without an accepted order. */
export const REFUSALS: Partial<Readonly<Record<Outcome, Reply>>> = {
  policy_block: wrapReply(400, BLOCKED),
  rate_limited: wrapReply(429, 'Your call frequency is too high. Please try again later.'),
  bad_request: wrapReply(422, 'The mode is not within the range of allowed options.'),
  no_funds: wrapReply(402, 'Credits insufficient: please top up.'),
  bad_key: wrapReply(401, 'You do not have access permissions.'),
  server_error: wrapReply(500, 'Server exception, please try again later.'),
};

/**
 * Polls a task once, and advances it by one step.
 * @param asset creates a new address for the result
 */
export function buildTaskRecord(task: Task, asset: () => string): Reply {
  task.polls += 1;
  const { outcome, polls } = task;
  if (outcome === 'job_expires') return wrapReply(422, 'recordInfo is null');
  if (outcome === 'poll_hiccups' && polls === 1) return { ...wrapReply(500, 'busy'), status: 500 };
  if (outcome === 'poll_hiccups' && polls === 2) return wrapReply(500, 'busy');
  return wrapReply(
    200,
    'success',
    task.api === 'veo' ? buildVeoRecord(task, asset) : record(task, asset),
  );
}

const STATES = ['waiting', 'queuing', 'generating'];

function record(task: Task, asset: () => string): unknown {
  const { taskId, model, outcome, polls } = task;
  const base = { taskId, model, param: '{}', createTime: 1_755_596_341_000 };
  const fail = (failCode: string, failMsg: string) => ({
    ...base,
    state: 'fail',
    resultJson: '',
    failCode,
    failMsg,
    costTime: 3e3,
    creditsConsumed: 0,
  });
  if (outcome === 'job_stuck') return { ...base, state: 'waiting', resultJson: '' };
  const state = STATES[polls - 1];
  if (state !== undefined) {
    return { ...base, state, resultJson: '', ...(state === 'generating' && { progress: 40 }) };
  }
  if (outcome === 'job_blocked') return fail('422', BLOCKED);
  if (outcome === 'job_fails') return fail('500', 'Internal Error, Please try again later.');
  return {
    ...base,
    state: 'success',
    resultJson: JSON.stringify({ resultUrls: [asset()] }),
    failCode: null,
    failMsg: null,
    costTime: 9e3,
    creditsConsumed: CREDITS,
  };
}

function buildVeoRecord(task: Task, asset: () => string): unknown {
  const { taskId, outcome, polls } = task;
  const base = { taskId, paramJson: '{}', createTime: '2026-11-21 10:00:00' };
  const fail = (successFlag: number, errorCode: number, errorMessage: string) => ({
    ...base,
    successFlag,
    errorCode,
    errorMessage,
  });
  if (outcome === 'job_stuck' || polls < 3) return { ...base, successFlag: 0, response: null };
  if (outcome === 'job_blocked') return fail(3, 400, BLOCKED);
  if (outcome === 'job_fails') return fail(2, 500, 'Internal Error, Please try again later.');
  return { ...base, successFlag: 1, response: { taskId, resultUrls: [asset()], originUrls: null } };
}
