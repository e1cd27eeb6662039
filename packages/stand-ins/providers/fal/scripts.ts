import type { Outcome } from '../upstream-fake.js';

/** An answer of the fake. A text body is sent as HTML, as gateways do. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What becomes of one order. Without anything it succeeds. */
export interface Script {
  /** Instead of an address for the first upload; the order is never made then. */
  readonly initiate?: Reply;
  /** Instead of taking the bytes of the first upload. */
  readonly put?: Reply;
  /** Instead of accepting the order. */
  readonly refuse?: Reply;
  /** Instead of the answer to an order that was accepted. */
  readonly answer?: Reply | 'reset' | 'silent';
  /** Stays in the queue. */
  readonly isStuck?: boolean;
  /** Answers to the next looks at the status. */
  readonly looks?: readonly Reply[];
  /** Answers to all looks at the status. */
  readonly status?: Reply;
  /** Further fields of the status when COMPLETED. */
  readonly completed?: Readonly<Record<string, unknown>>;
  /** Answers to the next requests for the result. */
  readonly results?: readonly Reply[];
  /** Answer to the request for the result. */
  readonly result?: Reply;
  readonly isAssetLate?: boolean;
}

/** Errors of a model. */
export const modelError = (status: number, type: string, msg: string): Reply => ({
  status,
  headers: { 'x-fal-needs-retry': '0' },
  body: { detail: [{ loc: ['body'], msg, type, url: `https://docs.fal.ai/errors#${type}` }] },
});

/** Errors of fal's own machinery. */
export const queueError = (status: number, type: string, detail: string): Reply => ({
  status,
  headers: { 'x-fal-error-type': type },
  body: { detail, error_type: type },
});

/** The page of a gateway. */
export const gatewayPage = (status: number): Reply => ({ status, body: '<h1>Bad gateway</h1>' });

const blocked = modelError(
  422,
  'content_policy_violation',
  'The content could not be processed because it was flagged by a content checker.',
);
const badKey: Reply = { status: 401, body: { detail: 'Cannot access application: bad key.' } };

export const SCRIPTS: Readonly<Record<Outcome, Script>> = {
  success: {},
  asset_late: { isAssetLate: true },
  // fal refuses nothing for its content when it is handed in.
  policy_block: { result: blocked },
  job_blocked: { result: blocked },
  rate_limited: {
    refuse: { status: 429, headers: { 'retry-after': '7' }, body: { detail: 'Queue is full.' } },
  },
  bad_request: { refuse: modelError(422, 'missing', 'Field required') },
  no_funds: {
    refuse: { status: 403, body: { detail: 'User is locked. Reason: Exhausted balance.' } },
  },
  bad_key: { initiate: badKey, refuse: badKey },
  server_error: { refuse: queueError(500, 'internal_error', 'Internal error.') },
  gateway_error: { answer: gatewayPage(502) },
  accepted_then_reset: { answer: 'reset' },
  accepted_then_silent: { answer: 'silent' },
  job_fails: { result: modelError(500, 'downstream_service_error', 'Downstream service error') },
  job_expires: { status: { status: 404, body: { status: 'NOT_FOUND' } } },
  job_stuck: { isStuck: true },
  poll_hiccups: { looks: [gatewayPage(500), gatewayPage(500)] },
};
