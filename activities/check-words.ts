import type { DataSource } from 'typeorm';
import { ProviderFailure } from '../domain/ports/provider.js';
import type { ProviderJob } from '../domain/ports/provider-job.js';
import { PROMPT_FIELDS, readWords } from '../domain/screening/prompt-fields.js';
import { joinWords, type ScreenDeps } from '../domain/screening/screen-words.js';
import type { Generation } from '../entities/generation.js';
import { readKnown } from './read-descriptions.js';

/**
 * Moderates text that a model has written or extracted.
 * @param of the owner of the text, for the log
 * @throws {ProviderFailure} `content_blocked`, or a moderator failure
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
  log.warn(
    { ...of, reason: verdict.reason },
    'the moderator blocked a text by a model: it is not used',
  );
  throw new ProviderFailure('content_blocked', 'Words of a model are not allowed.', null);
}

/**
 * Moderates a job's prompt before an upstream receives it, together with all text written by
 * models. The request's own text was moderated when it was accepted, so a prompt without
 * model-written text is not checked again.
 * @throws {ProviderFailure} like `checkWords`
 */
export async function checkPrompt(
  deps: ScreenDeps & { readonly db: DataSource },
  row: Generation,
  job: ProviderJob,
  signal: AbortSignal,
): Promise<void> {
  if (job.kind === 'speech' || job.kind === 'lip_sync') return;
  const { fullPrompt } = job;
  const known = Object.values(await readKnown(deps.db, row)).filter((text) => text !== null);
  const words = [...readWords(row, PROMPT_FIELDS.written), ...known];
  if (words.length === 0) return;
  const { prompt } = row.request;
  const others = [...new Set([...words, ...(prompt === null ? [] : [prompt])])];
  const all = [fullPrompt, ...others.filter((text) => !fullPrompt.includes(text))];
  await checkWords(deps, { generationId: row.id }, all, signal);
}
