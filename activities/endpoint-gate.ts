import { IN_FLIGHT_MAX } from '../domain/catalogue/delivery.js';

/** How an attempt used its turn; `unused` when nothing was sent, from which nothing is learnt. */
export type TurnEnd = 'answered' | 'timeout' | 'unused';

/** A turn to attempt a delivery, or how long to wait before asking again. */
export type Turn =
  | { readonly leave: (end: TurnEnd, durationMs: number) => void }
  | { readonly deferMs: number; readonly reason: 'cap' | 'breaker' };

interface Endpoint {
  inFlight: number;
  /** Timeouts in a row. */
  timeouts: number;
  /** While the breaker is open: when the next probe may go. */
  probeAt: number;
  /** What an attempt takes, a moving average. */
  typicalMs: number;
  /** When those who wait so far will have had their turn. */
  queueEnd: number;
  /** Attempts put off lately: halves every minute. */
  putOff: number;
  putOffAt: number;
}

const BREAKER_TIMEOUTS = 5;
const PROBE_EVERY_MS = 60_000;
/** Who cannot have a turn soon asks again after so long, at random. */
const DEFER_MIN_MS = 60_000;
const DEFER_MAX_MS = 180_000;
/** More than so many put off lately are a crowd: they ask less often, which costs Temporal less. */
const CROWD = 120;
const STRETCH_MAX = 4;
const HALF_LIFE_MS = 60_000;
/** The least wait of an attempt over the cap: asking again costs Temporal a task. */
const TURN_MIN_MS = 250;
const FIRST_GUESS_MS = 1_000;
const KNOWN_MAX = 10_000;
/** Weight of the newest duration. */
const NEWEST = 0.3;

/**
 * Keeps one endpoint from taking the worker's slots from all others: at most four attempts in flight,
 * and after five timeouts in a row a single probe a minute (design §8). What finds no turn gives its
 * slot back and asks again later; the waits are spread over the time that those before it will take, so
 * that thousands who wait for a dead endpoint cost a few tasks a second. Per process, in memory.
 */
export class EndpointGate {
  private readonly endpoints = new Map<string, Endpoint>();
  private breakersOpen = 0;

  constructor(
    private readonly now: () => number = Date.now,
    private readonly random: () => number = Math.random,
    private readonly knownMax = KNOWN_MAX,
  ) {}

  /** Endpoints whose breaker is open. */
  get open(): number {
    return this.breakersOpen;
  }

  /** @param urgent somebody waits: an open breaker does not hold it back */
  enter(id: string, urgent = false): Turn {
    const endpoint = this.endpoints.get(id) ?? this.add(id);
    const now = this.now();
    if (isOpen(endpoint) && !urgent) {
      if (endpoint.inFlight > 0 || now < endpoint.probeAt) {
        return { deferMs: this.putOff(endpoint, now), reason: 'breaker' };
      }
      endpoint.probeAt = now + PROBE_EVERY_MS;
    }
    if (endpoint.inFlight >= IN_FLIGHT_MAX) {
      return { deferMs: this.queue(endpoint, now), reason: 'cap' };
    }
    endpoint.inFlight += 1;
    return { leave: (end, durationMs) => this.leave(endpoint, end, durationMs) };
  }

  /** Endpoints are forgotten, the oldest first, when they are too many; not while they are called. */
  private add(id: string): Endpoint {
    if (this.endpoints.size >= this.knownMax) {
      for (const [oldest, known] of this.endpoints) {
        if (known.inFlight > 0) continue;
        this.forget(oldest, known);
        break;
      }
    }
    const endpoint = {
      ...{ inFlight: 0, timeouts: 0, probeAt: 0 },
      ...{ typicalMs: FIRST_GUESS_MS, queueEnd: 0, putOff: 0, putOffAt: 0 },
    };
    this.endpoints.set(id, endpoint);
    return endpoint;
  }

  private forget(id: string, endpoint: Endpoint): void {
    if (isOpen(endpoint)) this.breakersOpen -= 1;
    this.endpoints.delete(id);
  }

  private leave(endpoint: Endpoint, end: TurnEnd, durationMs: number): void {
    endpoint.inFlight -= 1;
    if (end === 'unused') return;
    endpoint.typicalMs += (durationMs - endpoint.typicalMs) * NEWEST;
    const wasOpen = isOpen(endpoint);
    endpoint.timeouts = end === 'timeout' ? endpoint.timeouts + 1 : 0;
    if (isOpen(endpoint) === wasOpen) return;
    this.breakersOpen += wasOpen ? -1 : 1;
    endpoint.probeAt = this.now() + PROBE_EVERY_MS;
  }

  /** A place behind those who wait already. */
  private queue(endpoint: Endpoint, now: number): number {
    endpoint.queueEnd = Math.max(endpoint.queueEnd, now) + endpoint.typicalMs / IN_FLIGHT_MAX;
    const turn = endpoint.queueEnd - now;
    if (turn > DEFER_MAX_MS) return this.putOff(endpoint, now);
    return Math.max(TURN_MIN_MS, turn) * this.between(1, 1.2);
  }

  /** One to three minutes; up to four times as long for a crowd. */
  private putOff(endpoint: Endpoint, now: number): number {
    endpoint.putOff = endpoint.putOff * 0.5 ** ((now - endpoint.putOffAt) / HALF_LIFE_MS) + 1;
    endpoint.putOffAt = now;
    const stretch = Math.min(STRETCH_MAX, Math.max(1, endpoint.putOff / CROWD));
    return stretch * this.between(DEFER_MIN_MS, DEFER_MAX_MS);
  }

  private between(min: number, max: number): number {
    return min + this.random() * (max - min);
  }
}

const isOpen = ({ timeouts }: Endpoint) => timeouts >= BREAKER_TIMEOUTS;
