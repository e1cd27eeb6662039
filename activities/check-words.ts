import type { DataSource } from 'typeorm';
import { ProviderFailure, type ProviderJob } from '../domain/ports/provider.js';
import { PROMPT_FIELDS, readWords } from '../domain/screening/prompt-fields.js';
import { joinWords, type ScreenDeps } from '../domain/screening/screen-words.js';
import type { Generation } from '../entities/generation.js';
import { readKnown } from './read-known.js';

/**
 * Has words checked that a model has written or seen.
 * @param of what they belong to, for the log
 * @throws {ProviderFailure} `content_blocked`, or that of the moderator
 */
export async function checkWords(
  { moderation, log }: ScreenDeps,
  of: { readonly generationId: string } | { readonly subjectId: string },
  words: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (words.length === 0) return;
  const verdict = await moderation.text(joinWords(words), signal);
  if (verdict.allowed) return;
  log.warn({ ...of, reason: verdict.reason }, 'words of a model are not allowed');
  throw new ProviderFailure('content_blocked', 'Words of a model are not allowed.', null);
}

/**
 * Has the prompt of a job checked before an upstream gets it, together with everything that models
 * have seen and written. The words of the request were checked when it was accepted, so a prompt
 * that has no others is not checked again.
 * @throws {ProviderFailure} as `checkWords`
 */
export async function checkPrompt(
  deps: ScreenDeps & { readonly db: DataSource },
  row: Generation,
  { fullPrompt }: ProviderJob,
  signal: AbortSignal,
): Promise<void> {
  const known = Object.values(await readKnown(deps.db, row)).filter((text) => text !== null);
  const words = [...readWords(row, PROMPT_FIELDS.written), ...known];
  if (words.length === 0) return;
  const { prompt } = row.request;
  const others = [...new Set([...words, ...(prompt === null ? [] : [prompt])])];
  const all = [fullPrompt, ...others.filter((text) => !fullPrompt.includes(text))];
  await checkWords(deps, { generationId: row.id }, all, signal);
}
