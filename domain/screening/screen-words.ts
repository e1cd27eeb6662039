import type { Log } from '../ports/log.js';
import type { Moderation } from '../ports/moderation.js';
import { ProviderFailure } from '../ports/provider.js';
import { Refusal } from '../contract/refusal.js';

export interface ScreenDeps {
  readonly moderation: Moderation;
  readonly log: Log;
}

/** Short, because the caller waits for screening. The built-in rules take a few milliseconds. */
const DEADLINE_MS = 3_000;
const RETRY_AFTER_S = 5;

/** Joins the texts of several fields, one per line. */
export const joinWords = (words: readonly string[]): string => words.join('\n');

/**
 * Screens texts before any charge. They are judged together, because a prompt joins them, and a
 * forbidden combination may be spread over several fields. If the moderator fails, the request is
 * refused: nothing is generated from unscreened texts.
 * @param words the texts of the fields in `PROMPT_FIELDS`
 * @param message replaces the default message, which mentions a prompt
 * @throws {Refusal} CONTENT_BLOCKED; the message does not contain the word, so that callers do not
 * learn to avoid the rules. UNAVAILABLE if the moderator fails or does not respond in time
 */
export async function checkWordsAllowed(
  { moderation, log }: ScreenDeps,
  words: readonly string[],
  message?: string,
): Promise<void> {
  if (words.length === 0) return;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
  try {
    const verdict = await moderation.text(joinWords(words), deadline.signal);
    if (verdict.allowed) return;
    log.info({ moderator: moderation.name, reason: verdict.reason }, 'words refused');
  } catch (error) {
    if (!(error instanceof ProviderFailure) && !deadline.signal.aborted) throw error;
    log.error({ err: error, moderator: moderation.name }, 'texts cannot be screened');
    throw new Refusal('UNAVAILABLE', {
      headers: { 'Retry-After': String(RETRY_AFTER_S) },
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
  throw new Refusal('CONTENT_BLOCKED', { ...(message !== undefined && { message }) });
}
