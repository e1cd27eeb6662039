import type { Outcome } from '../upstream-fake.js';
import type { Reply } from '../loopback.js';

/** Details that OpenRouter's pages document in two ways. */
export interface Style {
  readonly polling: 'relative' | 'absolute';
  /**
   * `signed`: a signed address in addition to the job's content. `unsigned`: the content alone.
   * `unnamed`: neither.
   */
  readonly download: 'signed' | 'unsigned' | 'unnamed';
}

/** An order that OpenRouter accepted. */
export interface Job {
  readonly id: string;
  readonly outcome: Outcome;
  readonly style: Style;
  polls: number;
  fetches: number;
}

/** A finished job's cost in US dollars. */
export const COST = 1.21;

/** Builds OpenRouter's own error. */
export const buildFault = (
  status: number,
  message: string,
  metadata?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({ status, headers, json: { error: { code: status, message, metadata } } });

/** Outcomes without an accepted order. */
export const REFUSALS: Partial<Readonly<Record<Outcome, Reply>>> = {
  policy_block: buildFault(403, 'The chosen model requires moderation and your input was flagged', {
    reasons: ['violence'],
    flagged_input: 'A red kite over dunes',
    provider_name: 'ByteDance',
  }),
  rate_limited: buildFault(429, 'Rate limit exceeded', undefined, { 'retry-after': '9' }),
  bad_request: buildFault(400, 'Invalid input: expected array, received object at frame_images'),
  no_funds: buildFault(402, 'Insufficient credits. Add more at the credits page.'),
  bad_key: buildFault(401, 'No cookie auth credentials found'),
  server_error: buildFault(500, 'Internal Server Error'),
};

/** Polls a job once, and advances it by one step. */
export function buildJobReply(job: Job | undefined, origin: string): Reply {
  if (!job || job.outcome === 'job_expires') return buildFault(404, 'Job not found');
  const { id, outcome, style } = job;
  job.polls += 1;
  if (outcome === 'poll_hiccups' && job.polls <= 2) return buildFault(500, 'Internal Server Error');
  const path = `/api/v1/videos/${id}`;
  const common = { id, polling_url: style.polling === 'relative' ? path : `${origin}${path}` };
  const step = outcome === 'poll_hiccups' ? job.polls - 2 : job.polls;
  if (outcome === 'job_stuck' || step === 1)
    return { status: 200, json: { ...common, status: 'pending' } };
  if (step === 2) return { status: 200, json: { ...common, status: 'in_progress' } };
  if (outcome === 'job_blocked') {
    const error = 'The request failed because the output video may contain sensitive information.';
    return { status: 200, json: { ...common, status: 'failed', error } };
  }
  if (outcome === 'job_fails') {
    return { status: 200, json: { ...common, status: 'failed', error: 'Provider is overloaded' } };
  }
  return {
    status: 200,
    json: {
      ...common,
      status: 'completed',
      generation_id: `gen-${id}`,
      usage: { cost: COST, is_byok: false },
      ...(style.download === 'signed' && { urls: [`${origin}/signed/${id}`] }),
      ...(style.download !== 'unnamed' && {
        unsigned_urls: [`${origin}${path}/content?index=0`],
      }),
    },
  };
}
