/** The outcome of the next job submitted to a fake. */
export type Outcome =
  /** The job is accepted; polls find it queued once, running once, then done with an asset. */
  | 'success'
  /** Like `success`, but the asset's URL returns 404 at first. */
  | 'asset_late'
  /** The order is refused for its content, in the vendor's way, at submit or later. */
  | 'policy_block'
  /** The job is accepted, and refused for its content while running. */
  | 'job_blocked'
  /** The order gets a 429 in the vendor's shape, with a retry hint if the vendor gives one. */
  | 'rate_limited'
  /** The vendor refuses one of our fields. */
  | 'bad_request'
  /** Our account with the vendor has no credit left. */
  | 'no_funds'
  /** Our key is invalid. */
  | 'bad_key'
  /** The vendor answers its own 5xx with its own error body; the order is not accepted. */
  | 'server_error'
  /** A gateway answers a bare 502, although the vendor accepted the job. */
  | 'gateway_error'
  /** The job is accepted, but the connection breaks before the answer. */
  | 'accepted_then_reset'
  /** The job is accepted, but no answer ever comes. */
  | 'accepted_then_silent'
  /** The job is accepted, but fails while running, for a reason on the vendor's side. */
  | 'job_fails'
  /** The job is accepted, but the vendor no longer knows it when polled. */
  | 'job_expires'
  /** The job is accepted, but stays in the queue forever. */
  | 'job_stuck'
  /** The job is accepted; the next two polls answer 500. */
  | 'poll_hiccups';

/**
 * A vendor on loopback that behaves like its documentation, including its quirks. It checks every
 * request: method, path, auth, headers, and every field of every model.
 */
export interface UpstreamFake {
  /** Base URL of the vendor's API, for the adapter's settings. */
  readonly url: string;
  /** Queues the outcomes of the next submits, which succeed by default. */
  next(...outcomes: Outcome[]): void;
  /** Returns the number of jobs that the vendor has accepted and would charge for. */
  accepted(): number;
  /** Returns the model input of every accepted job as received, oldest first. */
  inputs(): readonly unknown[];
  /** Returns the number of jobs that were cancelled in time. */
  cancelled(): number;
  /** Returns descriptions of all protocol violations. Must stay empty. */
  violations(): readonly string[];
  stop(): Promise<void>;
}
