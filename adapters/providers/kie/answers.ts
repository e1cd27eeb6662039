import { retryAfterMs, type UpstreamAnswer } from '../http.js';
import { ProviderFailure, type FailureKind } from '../../../domain/ports/provider.js';

/** What every answer of Kie is wrapped in. Its `code` decides, not the HTTP status. */
export interface Envelope {
  /** That of the body; where there is none the HTTP status, unless that would say success. */
  readonly code: number | null;
  readonly msg: string;
  readonly data: unknown;
}

/** Limit of new tasks: 20 in 10 s. The excess is dropped, so a whole window is waited out. */
const WINDOW_MS = 10_000;

/** Codes of the documentation (docs.kie.ai); 505 is a feature that is switched off. */
const KINDS: Readonly<Record<number, FailureKind>> = {
  429: 'rate_limited',
  // A picture that Kie could not fetch from its own store (docs.kie.ai/veo3-api, unverified).
  451: 'unavailable',
  455: 'unavailable',
  500: 'unavailable',
  501: 'unavailable',
  505: 'rejected',
};

/** Codes under which a refusal for the content can hide; never account or rate. */
const CONTENT_CODES: readonly number[] = [400, 403, 422, 451, 500, 501];
/** No code says so: the words of the models behind Kie, all second-hand (2026-11-21). */
const CONTENT_WORDS =
  /content.{0,20}(polic|filter|moderat)|(usage|safety|community).{0,12}(polic|guideline)|moderat|sensitive (content|word|info|material)|nsfw|inappropriate|prohibited content|flagged|unsafe|safety (filter|check|system)/i;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of what may be no object. */
export const at = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

/** A field that must be a text with something in it; else null. */
export function textAt(value: unknown, name: string): string | null {
  const found = at(value, name);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** A number, or a text that is one; else null. */
export function numberAt(value: unknown, name: string): number | null {
  const found = at(value, name);
  const number = typeof found === 'string' && found !== '' ? Number(found) : found;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Reads the wrapping. A page of the gateway in front of Kie has none. */
export function envelopeOf({ json, status }: Pick<UpstreamAnswer, 'json' | 'status'>): Envelope {
  const code = numberAt(json, 'code') ?? (status >= 300 ? status : null);
  return { code, msg: textAt(json, 'msg') ?? '', data: at(json, 'data') };
}

/** Whether Kie itself wrote an answer, rather than a gateway in front of it. */
export const isOwn = ({ json }: Pick<UpstreamAnswer, 'json'>): boolean =>
  numberAt(json, 'code') !== null;

/** What a code means beside the words that came with it. */
export function kindOf(code: number, words: string): FailureKind {
  if (CONTENT_CODES.includes(code) && CONTENT_WORDS.test(words)) return 'content_blocked';
  // Below 300 there was no code at all: no answer of Kie, and it says nothing about the request.
  return KINDS[code] ?? (code >= 500 || code < 300 ? 'unavailable' : 'rejected');
}

/** The words of Kie, cut; it may give none. */
export const wordsOf = (msg: string, code: number): string =>
  msg.trim().slice(0, 300) || `Kie answered ${code}.`;

/** What a code other than 200 means; its status is the code, in the words of Kie. */
export function failureOfCode(
  { code, msg }: Envelope,
  answer: Pick<UpstreamAnswer, 'headers' | 'status'>,
): ProviderFailure {
  const known = code ?? answer.status;
  const kind = kindOf(known, msg);
  const wait = kind === 'rate_limited' ? WINDOW_MS : retryAfterMs(answer);
  return new ProviderFailure(kind, wordsOf(msg, known), known, wait);
}

/** No such task: one that is too young to be seen yet, or that Kie has forgotten. */
export const isUnknownTask = ({ code, data }: Envelope): boolean =>
  code === 404 || ((code === 200 || code === 422) && !isObject(data));
