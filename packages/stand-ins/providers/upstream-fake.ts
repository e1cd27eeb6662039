/** The outcome of the next job submitted to a fake. */
export type Outcome =
  /** Accepted; found queued once, running once, then done with an asset. */
  | 'success'
  /** Like success, but the address of the asset answers 404 at first. */
  | 'asset_late'
  /**
   * Refused at submit for its content, in the vendor's way; later if the vendor only refuses later.
   */
  | 'policy_block'
  /** Accepted, and refused for its content while running. */
  | 'job_blocked'
  /** 429 in the vendor's shape, with a hint where the vendor gives one. */
  | 'rate_limited'
  /** The vendor refuses one of our fields. */
  | 'bad_request'
  /** Our account with the vendor has no credit left. */
  | 'no_funds'
  /** Our key is invalid. */
  | 'bad_key'
  /** The vendor's own 5xx, with its own error body: not accepted. */
  | 'server_error'
  /** A bare 502 of a gateway, although the job was accepted. */
  | 'gateway_error'
  /** Accepted; the connection breaks before the answer. */
  | 'accepted_then_reset'
  /** Accepted; no answer ever comes. */
  | 'accepted_then_silent'
  /** Accepted, and failed while running, for a reason of the vendor. */
  | 'job_fails'
  /** Accepted; the vendor no longer knows it when polled. */
  | 'job_expires'
  /** Accepted, and stays in the queue forever. */
  | 'job_stuck'
  /** Accepted; the next two polls answer 500. */
  | 'poll_hiccups';

/**
 * A vendor on loopback that behaves like its documentation, including its quirks, and checks every
 * request: method, path, auth, headers, every field of every model.
 */
export interface UpstreamFake {
  /** Base of the vendor's API, for the adapter's settings. */
  readonly url: string;
  /** Queues the outcomes of the next submits; by default they succeed. */
  next(...outcomes: Outcome[]): void;
  /** Jobs that the vendor has accepted and would charge for. */
  accepted(): number;
  /** The model input of every accepted job, oldest first, as received. */
  inputs(): readonly unknown[];
  /** Jobs that were cancelled in time. */
  cancelled(): number;
  /** Descriptions of all protocol violations. Must stay empty. */
  violations(): readonly string[];
  stop(): Promise<void>;
}
