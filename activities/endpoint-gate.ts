import { ATTEMPT_DEADLINE_MS } from '../domain/catalogue/webhook-times.js';

/** A slot for one attempt, or the delay before the next try. */
export type SlotResult = { readonly leave: () => void } | { readonly deferMs: number };

interface Endpoint {
  inFlight: number;
  /** Time by which all attempts deferred so far will have had a slot. */
  queueEnd: number;
}

/**
 * Every retry costs Temporal a task, hence the minimum delay; the maximum keeps the wait short
 * after an endpoint recovers.
 */
const DEFER_MIN_MS = 500;
const DEFER_MAX_MS = 60_000;

/**
 * Shares this worker's slots among endpoints by one rule: an endpoint may take a slot while it
 * holds fewer slots than are free. A single endpoint can use half of all slots. With n busy
 * endpoints, each uses 1/(n+1) of the slots, and the same share stays free for all others. An
 * endpoint without a slot always gets one, because the worker takes an attempt only when it has a
 * free slot.
 *
 * A deferred attempt tries again when its endpoint should have released enough slots for all
 * attempts before it. Each slot is released after ten seconds at the latest. The state is in
 * memory, per process.
 */
export class EndpointGate {
  private readonly endpoints = new Map<string, Endpoint>();
  private taken = 0;

  /** @param slots the maximum number of attempts that the worker runs concurrently */
  constructor(
    private readonly slots: number,
    private readonly now: () => number = Date.now,
    private readonly random: () => number = Math.random,
  ) {}

  /** Number of attempts in flight. */
  get inFlight(): number {
    return this.taken;
  }

  /** @param urgent a client is waiting for the result, so any free slot may be taken */
  enter(id: string, urgent = false): SlotResult {
    const endpoint = this.endpoints.get(id) ?? { inFlight: 0, queueEnd: 0 };
    const held = endpoint.inFlight;
    if (held > 0 && held >= this.slots - this.taken && !urgent) {
      return { deferMs: this.putOff(endpoint) };
    }
    endpoint.inFlight += 1;
    this.taken += 1;
    this.endpoints.set(id, endpoint);
    return { leave: () => this.leave(id, endpoint) };
  }

  private leave(id: string, endpoint: Endpoint): void {
    endpoint.inFlight -= 1;
    this.taken -= 1;
    if (endpoint.inFlight === 0) this.endpoints.delete(id);
  }

  /**
   * Queues an attempt behind the earlier deferred ones. With n attempts in flight, a slot is
   * assumed to become free every 10/n seconds.
   * @returns the delay in milliseconds
   */
  private putOff(endpoint: Endpoint): number {
    const now = this.now();
    endpoint.queueEnd = Math.max(endpoint.queueEnd, now) + ATTEMPT_DEADLINE_MS / endpoint.inFlight;
    const place = Math.min(DEFER_MAX_MS, Math.max(DEFER_MIN_MS, endpoint.queueEnd - now));
    return place * (1 + 0.1 * this.random());
  }
}
