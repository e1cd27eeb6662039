import { ATTEMPT_DEADLINE_MS } from '../domain/catalogue/webhook-retries.js';

/** A slot for one attempt, or the time after which to ask again. */
export type Turn = { readonly leave: () => void } | { readonly deferMs: number };

interface Endpoint {
  inFlight: number;
  /** The time at which all attempts that were put off so far will have had a slot. */
  queueEnd: number;
}

/**
 * Asking again costs Temporal a task, so an attempt waits for a while, but not long after a
 * recovery.
 */
const DEFER_MIN_MS = 500;
const DEFER_MAX_MS = 60_000;

/**
 * Shares the slots of this worker among endpoints by one rule: an endpoint may take a slot while it
 * holds fewer slots than are free. A single endpoint can use half of all slots. With n busy
 * endpoints, each uses 1/(n+1) of them, and the same share stays free for all others. An endpoint
 * that holds no slot always gets one, because the worker takes an attempt only when it has a free
 * slot.
 *
 * An attempt that was put off asks again when its endpoint will have given back enough slots for
 * all attempts before it. Each slot is given back after ten seconds at the latest. Per process, in
 * memory.
 */
export class EndpointGate {
  private readonly endpoints = new Map<string, Endpoint>();
  private taken = 0;

  /** @param slots the most attempts that the worker makes at a time */
  constructor(
    private readonly slots: number,
    private readonly now: () => number = Date.now,
    private readonly random: () => number = Math.random,
  ) {}

  /** Attempts that are under way. */
  get inFlight(): number {
    return this.taken;
  }

  /** @param urgent somebody waits for the answer, so any free slot may be taken */
  enter(id: string, urgent = false): Turn {
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

  /** Queues behind earlier ones that were put off; a slot comes back every 10 s / slots held. */
  private putOff(endpoint: Endpoint): number {
    const now = this.now();
    endpoint.queueEnd = Math.max(endpoint.queueEnd, now) + ATTEMPT_DEADLINE_MS / endpoint.inFlight;
    const place = Math.min(DEFER_MAX_MS, Math.max(DEFER_MIN_MS, endpoint.queueEnd - now));
    return place * (1 + 0.1 * this.random());
  }
}
