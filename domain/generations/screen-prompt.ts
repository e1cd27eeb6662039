import type { Log } from '../ports/log.js';
import type { Moderation } from '../ports/moderation.js';
import { ProviderFailure } from '../ports/provider.js';
import { Refusal } from '../contract/refusal.js';

export interface ScreenDeps {
  readonly moderation: Moderation;
  readonly log: Log;
}

/** Short, because a caller waits for it. The built-in rules take a millisecond. */
const DEADLINE_MS = 3_000;
const RETRY_AFTER_S = 5;

/**
 * Screens a prompt before any charge. When the moderator fails, the request is refused: nothing is
 * made from an unscreened prompt.
 * @throws {Refusal} CONTENT_BLOCKED; its message does not say which word, so that nobody learns to
 * avoid the rules. UNAVAILABLE when the moderator fails or does not answer in time
 */
export async function screenPrompt(
  { moderation, log }: ScreenDeps,
  prompt: string | null,
): Promise<void> {
  if (prompt === null) return;
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  try {
    const verdict = await moderation.text(prompt, deadline);
    if (verdict.allowed) return;
    log.info({ moderator: moderation.name, reason: verdict.reason }, 'prompt refused');
  } catch (error) {
    if (!(error instanceof ProviderFailure) && !deadline.aborted) throw error;
    log.error({ err: error, moderator: moderation.name }, 'prompts cannot be screened');
    throw new Refusal('UNAVAILABLE', {
      headers: { 'Retry-After': String(RETRY_AFTER_S) },
      cause: error,
    });
  }
  throw new Refusal('CONTENT_BLOCKED');
}
