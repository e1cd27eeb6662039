/** Options of a bench: whether to run quickly with few rounds, and the arguments for this bench. */
export interface Asked {
  readonly quick: boolean;
  readonly words: readonly string[];
}

/** One measured value and its reference: a peer or a limit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 's' | '/s' | 'MB' | 'events' | 'tasks' | 'x' | 'share' | 'bytes';
  /** The system for comparison, measured in the same unit and in alternating rounds. */
  readonly peer?: { readonly name: string; readonly value: number };
  /** The target: a limit for the value itself, or for its ratio to the peer. */
  readonly aim?: {
    readonly of: 'value' | 'ratio';
    readonly at: 'most' | 'least' | 'below';
    readonly bound: number;
  };
}

/** Rows of text under a header, for values at several sizes. */
export interface Table {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Measured {
  readonly figures: readonly Figure[];
  readonly tables?: readonly Table[];
  /** Sentences for the page: what ran, what was counted, and the result of the doctor. */
  readonly notes?: readonly string[];
}

/**
 * A bench: starts its servers, measures, and stops its servers. Throws if the doctor finds
 * violations.
 */
export type Measure = (asked: Asked) => Promise<Measured>;
