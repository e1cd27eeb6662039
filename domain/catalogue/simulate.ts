/**
 * Directives that a client can put anywhere in a prompt to test its own failure handling, like a
 * payment provider's test cards. Case is ignored, and a directive is a separate token. The text
 * `simulate:<name>` is reserved on every deployment: if it is not a directive in this table, the
 * request is refused.
 */

/** The combined effects of a prompt's directives. */
export interface Directives {
  /** Number of attempts that fail, from the first; Infinity if every attempt fails. */
  readonly providerErrors: number;
  readonly rateLimits: number;
  readonly timeout: boolean;
  readonly contentBlocked: boolean;
  readonly fallback: boolean;
  readonly slowSeconds: number;
  readonly analysisFailure: boolean;
}

const NONE: Directives = {
  providerErrors: 0,
  rateLimits: 0,
  timeout: false,
  contentBlocked: false,
  fallback: false,
  slowSeconds: 0,
  analysisFailure: false,
};

/** A directive that clients can use. */
export interface DirectiveRow {
  readonly name: string;
  readonly effect: string;
  /** Rule for the value after `=`, optional or required; null if no value is allowed. */
  readonly value: {
    readonly required: boolean;
    readonly whole: boolean;
    readonly max: number;
    readonly unit: string;
  } | null;
  /**
   * Returns the directive's effects.
   * @param value the number after `=`; Infinity without a value
   */
  readonly set: (value: number) => Partial<Directives>;
}

const ATTEMPTS = { required: false, whole: true, max: 100, unit: 'attempts' };
const SECONDS = { required: true, whole: false, max: 120, unit: 'seconds' };

/**
 * Every directive. If several failures apply, the first in this order is used: content_blocked,
 * fallback, rate_limit, provider_error, timeout.
 */
export const DIRECTIVES: readonly DirectiveRow[] = [
  {
    name: 'provider_error',
    effect: 'every attempt fails (unavailable, 503); with =<n> the first n attempts',
    value: ATTEMPTS,
    set: (providerErrors) => ({ providerErrors }),
  },
  {
    name: 'rate_limit',
    effect: 'the same with status 429 and a retry hint of 200 ms',
    value: ATTEMPTS,
    set: (rateLimits) => ({ rateLimits }),
  },
  {
    name: 'timeout',
    effect: 'every attempt fails as if no answer had come in time',
    value: null,
    set: () => ({ timeout: true }),
  },
  {
    name: 'content_blocked',
    effect: 'the upstream refuses the content, status 422',
    value: null,
    set: () => ({ contentBlocked: true }),
  },
  {
    name: 'fallback',
    effect: 'the upstream model `studio` refuses, status 400; others succeed',
    value: null,
    set: () => ({ fallback: true }),
  },
  {
    name: 'slow',
    effect: 'takes that long before it renders or fails',
    value: SECONDS,
    set: (slowSeconds) => ({ slowSeconds }),
  },
  {
    name: 'analysis_failure',
    effect: 'the analysis stages fail; rendering is not touched',
    value: null,
    set: () => ({ analysisFailure: true }),
  },
];

export const DIRECTIVE_NAMES: readonly string[] = DIRECTIVES.map(({ name }) => name);

/**
 * Matches `simulate:` and the text directly after it. A final full stop belongs to the sentence.
 */
const TOKEN =
  /(?<![\p{L}\p{N}_:=.-])simulate:((?=[\p{L}\p{N}_=])[\p{L}\p{N}_=:.+-]*[\p{L}\p{N}_=:+-])/giu;

/** A token that is not a valid directive. */
export interface DirectiveProblem {
  /** The token as the client wrote it. */
  readonly token: string;
  /** Name of the directive in lower case. */
  readonly name: string;
  /**
   * Rule for the directive's value, to complete "`<token>` …"; null if the directive is unknown.
   */
  readonly rule: string | null;
}

type DirectiveResult =
  | { readonly setting: Partial<Directives> }
  | { readonly problem: DirectiveProblem };

function readToken(token: string, body: string): DirectiveResult {
  const [written = '', ...rest] = body.split('=');
  const name = written.toLowerCase();
  const value = rest.length === 0 ? null : rest.join('=');
  const row = DIRECTIVES.find((one) => one.name === name);
  if (!row) return { problem: { token, name, rule: null } };
  const number = parseDirectiveValue(row, value);
  if (number !== null) return { setting: row.set(number) };
  return { problem: { token, name, rule: describeValueRule(row) } };
}

/** Parses a directive's number; null if the number is missing or not allowed. */
function parseDirectiveValue({ value: rule }: DirectiveRow, text: string | null): number | null {
  if (text === null) return rule?.required ? null : Number.POSITIVE_INFINITY;
  if (rule === null || !/^\d{1,6}(?:\.\d{1,6})?$/.test(text)) return null;
  const number = Number(text);
  return number > rule.max || (rule.whole && !Number.isInteger(number)) ? null : number;
}

function describeValueRule({ name, value }: DirectiveRow): string {
  if (value === null) return `takes no value: write \`simulate:${name}\``;
  const range = `${value.whole ? 'a whole number' : 'a number'} of ${value.unit} from 0 to ${value.max}`;
  const without = value.required ? '' : `, or no value: \`simulate:${name}\``;
  return `takes ${range}, such as \`simulate:${name}=2\`${without}`;
}

/**
 * Splits a prompt into its directives, the remaining text to draw, and the problems. An invalid
 * token stays in the text. If a directive occurs twice, the last one is used.
 */
export function parseDirectives(prompt: string): {
  readonly prompt: string;
  readonly directives: Directives;
  /** Names of the directives, in the prompt's order. */
  readonly names: readonly string[];
  readonly problems: readonly DirectiveProblem[];
} {
  let directives = NONE;
  const names: string[] = [];
  const problems: DirectiveProblem[] = [];
  const rest = prompt.replace(TOKEN, (token, body: string) => {
    const read = readToken(token, body);
    if ('problem' in read) {
      problems.push(read.problem);
      return token;
    }
    names.push((body.split('=')[0] ?? '').toLowerCase());
    directives = { ...directives, ...read.setting };
    return ' ';
  });
  const left = names.length === 0 ? prompt : rest.replace(/\s+/g, ' ').trim();
  return { prompt: left, directives, names, problems };
}

/** Whether this prompt makes the analysis stages fail. */
export const hasAnalysisFailure = (prompt: string): boolean =>
  parseDirectives(prompt).directives.analysisFailure;
