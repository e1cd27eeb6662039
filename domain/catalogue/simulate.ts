/**
 * Test cards: directives that a client may put anywhere in a prompt to test its own handling of
 * failures. Upper and lower case are the same; a directive is a token of its own.
 *
 * | Directive                     | Effect                                                           |
 * |-------------------------------|------------------------------------------------------------------|
 * | `simulate:provider_error`     | every attempt fails: unavailable, status 503                     |
 * | `simulate:provider_error=<n>` | the first n attempts fail like that, the next one succeeds       |
 * | `simulate:rate_limit[=<n>]`   | the same with status 429 and a retry hint of 200 ms              |
 * | `simulate:timeout`            | every attempt fails as if no answer had come in time             |
 * | `simulate:content_blocked`    | the upstream refuses the content, status 422                     |
 * | `simulate:fallback`           | the upstream model `studio` refuses, status 400; others succeed  |
 * | `simulate:slow=<seconds>`     | takes that long, 0 to 120, before it renders or fails            |
 * | `simulate:analysis_failure`   | the analysis stages fail; rendering is not touched               |
 *
 * Anything else after `simulate:` is ordinary prompt text. Of several failures the first that applies
 * counts: content_blocked, fallback, rate_limit, provider_error, timeout.
 */
export interface Directives {
  /** Attempts 1..n fail; 0 is none, Infinity all. */
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

const SLOW_SECONDS_MAX = 120;

const TOKEN =
  /(?<![\p{L}\p{N}_:=.-])simulate:([a-z_]+)(?:=(\d+(?:\.\d+)?))?(?![\p{L}\p{N}_:=-]|\.[\p{L}\p{N}])/giu;

/** The setting that one directive stands for, or null when there is no such directive. */
function readToken(name: string, value: string | undefined): Partial<Directives> | null {
  const count = value === undefined ? Number.POSITIVE_INFINITY : Math.floor(Number(value));
  if (name === 'provider_error') return { providerErrors: count };
  if (name === 'rate_limit') return { rateLimits: count };
  if (name === 'slow') {
    return value === undefined ? null : { slowSeconds: Math.min(Number(value), SLOW_SECONDS_MAX) };
  }
  if (value !== undefined) return null;
  if (name === 'timeout') return { timeout: true };
  if (name === 'content_blocked') return { contentBlocked: true };
  if (name === 'fallback') return { fallback: true };
  if (name === 'analysis_failure') return { analysisFailure: true };
  return null;
}

/** Splits a prompt into its directives and the text that is left to draw. */
export function parseDirectives(prompt: string): {
  readonly prompt: string;
  readonly directives: Directives;
} {
  let directives = NONE;
  const rest = prompt.replace(TOKEN, (token, name: string, value: string | undefined) => {
    const setting = readToken(name.toLowerCase(), value);
    if (setting === null) return token;
    directives = { ...directives, ...setting };
    return ' ';
  });
  return { prompt: directives === NONE ? prompt : rest.replace(/\s+/g, ' ').trim(), directives };
}

/** True when the analysis stages of this prompt are to fail. */
export const wantsAnalysisFailure = (prompt: string): boolean =>
  parseDirectives(prompt).directives.analysisFailure;
