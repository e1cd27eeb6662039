import type { FakeAnswer } from './fake.js';

/** How an answer can break. `work` means that the fake has done what it was asked for. */
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
export type Fault = (typeof FAULTS)[number];

/** Faults with which the fake does its work before its answer breaks. */
export const WORKS: readonly Fault[] = [
  'work_then_500',
  'work_then_drop',
  'work_then_silent',
  'work_then_html_502',
  'truncated',
  'unknown_fields',
  'unknown_states',
];

export interface FaultRule {
  /** Name of the route. */
  readonly route: string;
  /** Or an answer that the platform gives instead of doing its work, such as an error of its own. */
  readonly fault: Fault | FakeAnswer;
  /** Calls that pass before it; 0 unless set. */
  readonly after?: number;
  /** Calls that break; 1 unless set. */
  readonly times?: number;
}

/** Which calls break, of one fake. */
export class FaultPlan {
  #rules: { rule: FaultRule; seen: number }[] = [];

  set(...rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, seen: 0 }));
  }

  /** Counts a call. @returns how it breaks, or null */
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
