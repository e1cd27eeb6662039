import { readRetryAfterMs, type VendorAnswer } from '../../http/send.js';
import { ProviderFailure, type FailureKind } from '../../../domain/ports/provider.js';

/** The envelope of every Kie response. Its `code` decides, not the HTTP status. */
export interface Envelope {
  /** The body's code. Without a code, the HTTP status, or null if the status means success. */
  readonly code: number | null;
  readonly msg: string;
  readonly data: unknown;
}

/** Kie accepts 20 new tasks in 10 s and drops further tasks, so we wait for a whole window. */
const WINDOW_MS = 10_000;

/** Codes from the documentation (docs.kie.ai); 505 means a disabled feature. */
const KINDS: Readonly<Record<number, FailureKind>> = {
  429: 'rate_limited',
  // Kie could not fetch an image from its own store (docs.kie.ai/veo3-api, unverified).
  451: 'unavailable',
  455: 'unavailable',
  500: 'unavailable',
  501: 'unavailable',
  505: 'rejected',
};

/** Codes that can also mean refused content; none of them concerns the account or the rate. */
const CONTENT_CODES: readonly number[] = [400, 403, 422, 451, 500, 501];
/**
 * Words in content refusals of the models behind Kie, because Kie has no code for content refusals.
 * Second-hand, 2026-11-21.
 */
const CONTENT_WORDS =
  /content.{0,20}(polic|filter|moderat)|(usage|safety|community).{0,12}(polic|guideline)|moderat|sensitive (content|word|info|material)|nsfw|inappropriate|prohibited content|flagged|unsafe|safety (filter|check|system)/i;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value's field; undefined if the value is not an object. */
export const readField = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

/** Returns a non-empty text field; null for other values. */
export function readTextField(value: unknown, name: string): string | null {
  const found = readField(value, name);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** Returns a field that is a number or a text with a number; null for other values. */
export function readNumberField(value: unknown, name: string): number | null {
  const found = readField(value, name);
  const number = typeof found === 'string' && found !== '' ? Number(found) : found;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Reads the envelope; null for a page from the gateway in front of Kie. */
export function parseEnvelope({ json, status }: Pick<VendorAnswer, 'json' | 'status'>): Envelope {
  const code = readNumberField(json, 'code') ?? (status >= 300 ? status : null);
  return { code, msg: readTextField(json, 'msg') ?? '', data: readField(json, 'data') };
}

/** Returns whether Kie itself sent a response, rather than a gateway in front of it. */
export const isOwn = ({ json }: Pick<VendorAnswer, 'json'>): boolean =>
  readNumberField(json, 'code') !== null;

/** Classifies a failure by its code and message. */
export function classifyFailure(code: number, words: string): FailureKind {
  if (CONTENT_CODES.includes(code) && CONTENT_WORDS.test(words)) return 'content_blocked';
  // Below 300 there was no code, so the response is not Kie's and says nothing about the request.
  return KINDS[code] ?? (code >= 500 || code < 300 ? 'unavailable' : 'rejected');
}

/** Shortens Kie's message, which may be empty. */
export const shortenMessage = (msg: string, code: number): string =>
  msg.trim().slice(0, 300) || `Kie answered ${code}.`;

/** Converts a code other than 200 to a failure, with Kie's code as status and Kie's message. */
export function buildCodeFailure(
  { code, msg }: Envelope,
  answer: Pick<VendorAnswer, 'headers' | 'status'>,
): ProviderFailure {
  const known = code ?? answer.status;
  const kind = classifyFailure(known, msg);
  const wait = kind === 'rate_limited' ? WINDOW_MS : readRetryAfterMs(answer);
  return new ProviderFailure(kind, shortenMessage(msg, known), known, wait);
}

/**
 * Returns whether Kie does not know the task: it is too new to be visible, or Kie has deleted it.
 */
export const isUnknownTask = ({ code, data }: Envelope): boolean =>
  code === 404 || ((code === 200 || code === 422) && !isObject(data));
