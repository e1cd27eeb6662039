/** What a bench may be asked: a quick run with few rounds, and words of its own. */
export interface Asked {
  readonly quick: boolean;
  readonly words: readonly string[];
}

/** One measured value, and what it is held against: a peer or a limit of the same run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 's' | '/s' | 'MB' | 'events' | 'tasks' | 'x' | 'share' | 'bytes';
  /** What was measured beside it, in the same unit, in alternating rounds. */
  readonly peer?: { readonly name: string; readonly value: number };
  /** What it should be: a bound of the value itself, or of its ratio to the peer. */
  readonly aim?: {
    readonly of: 'value' | 'ratio';
    readonly at: 'most' | 'least' | 'below';
    readonly bound: number;
  };
}

/** Rows of text under a header: what grows, step by step. */
export interface Table {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Measured {
  readonly figures: readonly Figure[];
  readonly tables?: readonly Table[];
  /** Sentences for the page: what ran, what was counted, what the doctor said. */
  readonly notes?: readonly string[];
}

/** A bench: starts what it needs, measures, ends what it started. Throws when the doctor is not clean. */
export type Measure = (asked: Asked) => Promise<Measured>;
