/** A bench's options: a quick run with few rounds, and the bench's own arguments. */
export interface Asked {
  readonly quick: boolean;
  readonly words: readonly string[];
}

/** One measured value and its reference: a peer or a limit measured in the same run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 's' | '/s' | 'MB' | 'events' | 'tasks' | 'x' | 'share' | 'bytes';
  /** The peer, measured in the same unit and in alternating rounds. */
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
  /** Sentences for the page: what ran, what was counted, and the doctor's result. */
  readonly notes?: readonly string[];
}

/**
 * A bench: starts its servers, measures, and stops its servers. Throws if the doctor finds
 * violations.
 */
export type Measure = (asked: Asked) => Promise<Measured>;
