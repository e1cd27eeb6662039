/** What becomes of the next job that is submitted to a fake. */
export type Outcome =
  /** Accepted; found queued once, running once, then done with an asset. */
  | 'success'
  /** As success, but the address of the asset answers 404 at first. */
  | 'asset_late'
  /** Refused at submit for its content, in the vendor's way. Where a vendor only refuses later, that. */
  | 'policy_block'
  /** Accepted, and refused for its content while it ran. */
  | 'job_blocked'
  /** 429 in the vendor's shape, with a hint where the vendor gives one. */
  | 'rate_limited'
  /** The vendor does not like a field of ours. */
  | 'bad_request'
  /** Our account there is out of credit. */
  | 'no_funds'
  /** Our key is wrong there. */
  | 'bad_key'
  /** The vendor's own 5xx, with its own error body: not accepted. */
  | 'server_error'
  /** A bare 502 of a gateway, although the job was accepted. */
  | 'gateway_error'
  /** Accepted; the connection breaks before the answer. */
  | 'accepted_then_reset'
  /** Accepted; no answer ever comes. */
  | 'accepted_then_silent'
  /** Accepted, and failed while it ran, for a reason of the vendor. */
  | 'job_fails'
  /** Accepted; when asked for, the vendor has forgotten it. */
  | 'job_expires'
  /** Accepted, and waits in the queue for ever. */
  | 'job_stuck'
  /** Accepted; the next two looks at it answer 500. */
  | 'poll_hiccups';

/**
 * A vendor on loopback that behaves as its documentation says, quirks included, and checks all that
 * it receives: method, path, auth, headers, every field of every model.
 */
export interface UpstreamFake {
  /** Base of the vendor's API, for the adapter's settings. */
  readonly url: string;
  /** Queues the outcomes of the next submits; without one they succeed. */
  next(...outcomes: Outcome[]): void;
  /** Jobs that the vendor has accepted, and would bill. */
  accepted(): number;
  /** The model input of every accepted job, oldest first, as received. */
  inputs(): readonly unknown[];
  /** Jobs that were cancelled in time. */
  cancelled(): number;
  /** What broke the vendor's protocol, in words. Must stay empty. */
  violations(): readonly string[];
  stop(): Promise<void>;
}
