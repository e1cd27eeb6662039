import { ProviderFailure } from '../../domain/ports/provider.js';
import { photo, CHARACTERS } from '../api/subjects-rig.js';
import { dataUrl } from '../support/data-url.js';

import { buildCustomer } from '../support/accounts.js';
import type { TestApi } from '../support/platform.js';
import { until } from '../support/until.js';
import { startWorkers, type WorkerOptions } from '../support/workers.js';
import type { Recorders } from './shapes.js';
import { cancelInTemporal, closingOf } from '../support/recorder.js';

/** A vision model that refuses every picture. */
const blind: WorkerOptions['mediaDeps'] & object = {
  vision: {
    name: 'blind',
    version: '1',
    describe: () => Promise.reject(new ProviderFailure('rejected', 'not a picture for me', 400)),
  },
};

/** Records the analysis of a new character's photo, unless an operator ends the run earlier. */
async function character(
  api: TestApi,
  options: WorkerOptions = {},
  cancel = false,
): Promise<{ id: string }> {
  const workers = await startWorkers(api.deps, options);
  const { client } = await buildCustomer(api.deps.db, api.url);
  const body = CHARACTERS.body([dataUrl(await photo())]);
  const made = await client.call<{ id: string }>('POST', CHARACTERS.path, { body });
  const id = `analysis-character-${made.body.id}`;
  if (cancel) await cancelInTemporal(api, { id });
  await closingOf(api.deps, id);
  await workers.stop();
  return { id };
}

/** Records the portrait of a preset character. */
async function portrait(api: TestApi): Promise<{ id: string }> {
  const workers = await startWorkers(api.deps);
  const { accountId, client } = await buildCustomer(api.deps.db, api.url, { credits: 10 });
  const body = { name: 'Ava', base_id: 'ready_ava' };
  await client.call('POST', '/v1/characters/preset', { body });
  const query = `WorkflowType = "drawPortrait" AND AccountId = "${accountId}"`;
  const id = await until('the run is listed', async () => {
    for await (const { workflowId } of api.deps.temporal.client.workflow.list({ query })) {
      return workflowId;
    }
    return null;
  });
  await workers.stop();
  return { id };
}

/** The recorders of runs for characters. */
export const SUBJECT_RECORDERS: Recorders = {
  'subject-analysed': (api) => character(api),
  'subject-given-up': (api) => character(api, { mediaDeps: blind }),
  'portrait-drawn': portrait,
  'subject-operator-cancelled': (api) => character(api, { media: false }, true),
};
