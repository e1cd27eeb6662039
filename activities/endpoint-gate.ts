import { ATTEMPT_DEADLINE_MS } from '../domain/catalogue/webhook-retries.js';

/** A slot for one attempt, or after how long to ask for one again. */
export type Turn = { readonly leave: () => void } | { readonly deferMs: number };

interface Endpoint {
  inFlight: number;
  /** When those who were put off so far will all have had a slot. */
  queueEnd: number;
}

/** Asking again costs Temporal a task, so nobody asks at once; and nobody sleeps through a recovery. */
const DEFER_MIN_MS = 500;
const DEFER_MAX_MS = 60_000;

/**
 * Shares the slots of this worker among endpoints by one rule: an endpoint takes a slot while it holds
 * fewer than are free. Alone it may use half of them all; beside n others that want as much as they
 * can get, 1/(n+1) each, and as much stays free for everybody else. An endpoint that holds none is
 * always let in, because the worker takes an attempt only when it has a free slot.
 *
 * Who is put off comes again when the slots of its endpoint will have been given back so often that
 * it is its turn: each is given back after ten seconds at the latest. Per process, in memory.
 */
export class EndpointGate {
  private readonly endpoints = new Map<string, Endpoint>();
  private taken = 0;

  /** @param slots attempts that the worker has under way at most */
  constructor(
    private readonly slots: number,
    private readonly now: () => number = Date.now,
    private readonly random: () => number = Math.random,
  ) {}

  /** Attempts that are under way. */
  get inFlight(): number {
    return this.taken;
  }

  /** @param urgent somebody waits for the answer: any free slot will do */
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

  /** A place behind those who were put off before; one slot comes back every 10 s / slots held. */
  private putOff(endpoint: Endpoint): number {
    const now = this.now();
    endpoint.queueEnd = Math.max(endpoint.queueEnd, now) + ATTEMPT_DEADLINE_MS / endpoint.inFlight;
    const place = Math.min(DEFER_MAX_MS, Math.max(DEFER_MIN_MS, endpoint.queueEnd - now));
    return place * (1 + 0.1 * this.random());
  }
}
