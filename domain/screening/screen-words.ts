import type { Log } from '../ports/log.js';
import type { Moderation } from '../ports/moderation.js';
import { ProviderFailure } from '../ports/provider.js';
import { Refusal } from '../contract/refusal.js';

export interface ScreenDeps {
  readonly moderation: Moderation;
  readonly log: Log;
}

/** Short, because a caller waits for it. The built-in rules take a few milliseconds. */
const DEADLINE_MS = 3_000;
const RETRY_AFTER_S = 5;

/** Words of several fields as one text, a line each. */
export const joinWords = (words: readonly string[]): string => words.join('\n');

/**
 * Screens words before any charge. They are judged together, because a prompt joins them, and parts
 * of a combination may stand in different fields. When the moderator fails, the request is refused:
 * nothing is made from unscreened words.
 * @param words of the fields of `PROMPT_FIELDS`
 * @param message instead of the one that speaks of a prompt
 * @throws {Refusal} CONTENT_BLOCKED; its message does not say which word, so that nobody learns to
 * avoid the rules. UNAVAILABLE when the moderator fails or does not answer in time
 */
export async function screenWords(
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
    log.error({ err: error, moderator: moderation.name }, 'words cannot be screened');
    throw new Refusal('UNAVAILABLE', {
      headers: { 'Retry-After': String(RETRY_AFTER_S) },
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
  throw new Refusal('CONTENT_BLOCKED', { ...(message !== undefined && { message }) });
}
