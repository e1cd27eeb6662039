import type { Outcome } from '../upstream-fake.js';

/** A response from the fake. A text body is sent as HTML, like gateway errors. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The script for one order, which succeeds by default. */
export interface Script {
  /** Replaces the address for the first upload; the order is then never placed. */
  readonly initiate?: Reply;
  /** Replaces the answer to the first upload's bytes. */
  readonly put?: Reply;
  /** Replaces the answer that accepts the order. */
  readonly refuse?: Reply;
  /** Replaces the answer to an accepted order. */
  readonly answer?: Reply | 'reset' | 'silent';
  /** Whether the job stays in the queue. */
  readonly isStuck?: boolean;
  /** Answers to the next status polls. */
  readonly polls?: readonly Reply[];
  /** Answer to all status polls. */
  readonly status?: Reply;
  /** Additional status fields when COMPLETED. */
  readonly completed?: Readonly<Record<string, unknown>>;
  /** Answers to the next requests for the result. */
  readonly results?: readonly Reply[];
  /** Answer to the request for the result. */
  readonly result?: Reply;
  readonly isAssetLate?: boolean;
}

/** Builds a model's error. */
export const buildModelError = (status: number, type: string, msg: string): Reply => ({
  status,
  headers: { 'x-fal-needs-retry': '0' },
  body: { detail: [{ loc: ['body'], msg, type, url: `https://docs.fal.ai/errors#${type}` }] },
});

/** Builds an error from fal's own infrastructure. */
export const buildQueueError = (status: number, type: string, detail: string): Reply => ({
  status,
  headers: { 'x-fal-error-type': type },
  body: { detail, error_type: type },
});

/** Builds a gateway's error page. */
export const buildGatewayPage = (status: number): Reply => ({
  status,
  body: '<h1>Bad gateway</h1>',
});

const blocked = buildModelError(
  422,
  'content_policy_violation',
  'The content could not be processed because it was flagged by a content checker.',
);
const badKey: Reply = { status: 401, body: { detail: 'Cannot access application: bad key.' } };

export const SCRIPTS: Readonly<Record<Outcome, Script>> = {
  success: {},
  asset_late: { isAssetLate: true },
  // fal never refuses content at submit.
  policy_block: { result: blocked },
  job_blocked: { result: blocked },
  rate_limited: {
    refuse: { status: 429, headers: { 'retry-after': '7' }, body: { detail: 'Queue is full.' } },
  },
  bad_request: { refuse: buildModelError(422, 'missing', 'Field required') },
  no_funds: {
    refuse: { status: 403, body: { detail: 'User is locked. Reason: Exhausted balance.' } },
  },
  bad_key: { initiate: badKey, refuse: badKey },
  server_error: { refuse: buildQueueError(500, 'internal_error', 'Internal error.') },
  gateway_error: { answer: buildGatewayPage(502) },
  accepted_then_reset: { answer: 'reset' },
  accepted_then_silent: { answer: 'silent' },
  job_fails: {
    result: buildModelError(500, 'downstream_service_error', 'Downstream service error'),
  },
  job_expires: { status: { status: 404, body: { status: 'NOT_FOUND' } } },
  job_stuck: { isStuck: true },
  poll_hiccups: { polls: [buildGatewayPage(500), buildGatewayPage(500)] },
};
