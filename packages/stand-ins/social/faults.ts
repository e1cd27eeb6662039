import type { FakeAnswer } from './fake.js';

/** Kinds of response faults. With `work_…`, the fake executes the request before the fault. */
export const FAULTS = [
  'answer_500',
  'work_then_500',
  'drop',
  'work_then_drop',
  'silent',
  'work_then_silent',
  'html_502',
  'work_then_html_502',
  'truncated',
  'rate_limited',
  'unknown_fields',
  'unknown_states',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** Faults that occur after the fake has executed the request. */
export const WORKS: readonly FaultName[] = [
  'work_then_500',
  'work_then_drop',
  'work_then_silent',
  'work_then_html_502',
  'truncated',
  'unknown_fields',
  'unknown_states',
];

export interface FaultRule {
  /** The route's name. */
  readonly route: string;
  /** The fault, or an answer to send instead of executing the request, such as a platform error. */
  readonly fault: FaultName | FakeAnswer;
  /** Number of normal calls before the fault; 0 by default. */
  readonly after?: number;
  /** Number of calls with the fault; 1 by default. */
  readonly times?: number;
}

/** One fake's planned faults. */
export class FaultPlan {
  #rules: { rule: FaultRule; seen: number }[] = [];

  set(...rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, seen: 0 }));
  }

  /**
   * Counts a call.
   * @returns the call's fault, or null
   */
  take(route: string): FaultRule['fault'] | null {
    for (const entry of this.#rules) {
      const { rule } = entry;
      if (rule.route !== route) continue;
      entry.seen += 1;
      const { after = 0, times = 1 } = rule;
      if (entry.seen > after && entry.seen <= after + times) return rule.fault;
    }
    return null;
  }
}
