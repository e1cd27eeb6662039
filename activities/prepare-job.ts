import type { ProviderJob } from '../domain/ports/provider-job.js';
import { checkPictures } from './check-pictures.js';
import { checkPrompt } from './check-words.js';
import type { GenerateDeps, GenerateStep } from './generate-step.js';
import { refuseToLoseMore } from './lost-workers.js';

/**
 * Loads a job's files and moderates its prompt and images, in the fair queue of accounts. Only this
 * part of a step opens callers' files, so only this part is refused after too many lost workers: a
 * placed order needs no files and is always polled.
 */
export async function prepareJob(
  deps: GenerateDeps,
  { row, run: { signal, lost }, maker }: GenerateStep,
): Promise<ProviderJob> {
  refuseToLoseMore({ lost });
  return deps.preparations.take(row.accountId, async () => {
    // Another worker may already be running the step.
    signal.throwIfAborted();
    const job = await maker.make(row);
    await checkPrompt(deps, row, job, signal);
    await checkPictures(deps, job, signal);
    return job;
  });
}
