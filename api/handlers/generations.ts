import { changeGeneration } from '../../domain/generations/change-generation.js';
import { removeGeneration } from '../../domain/generations/remove-generation.js';
import { findGenerations } from '../../domain/generations/find-generations.js';
import {
  GENERATION_PREFETCH,
  presentNow,
  readPrefetchedGeneration,
  readGeneration,
} from '../../domain/generations/read-generation.js';
import { findLineage } from '../../domain/generations/find-lineage.js';
import { findRequest } from '../../domain/generations/find-request.js';
import { findSteps } from '../../domain/generations/find-steps.js';
import { requestCancel } from '../../domain/generations/request-cancel.js';
import { presentPage } from '../../domain/contract/common.js';
import { presentRequest } from '../../domain/contract/generation-request.js';
import { presentStep } from '../../domain/contract/generation-step.js';
import { holdIfOpen } from '../hold-request.js';
import { route } from '../route.js';
import * as contracts from '../routes/generations.js';

export const getGeneration = route(contracts.getGeneration, {
  prefetch: GENERATION_PREFETCH,
  async handle({ params, query: { wait = 0 }, caller, deps, edge, client, prefetched }) {
    const named = { id: params.id, accountId: caller.accountId };
    const generation =
      prefetched === undefined
        ? await readGeneration(deps.db.manager, named, deps, edge.stageTimes())
        : readPrefetchedGeneration(prefetched, deps, edge.stageTimes());
    const ref = { id: params.id, object: 'generation' } as const;
    return holdIfOpen({ caller, deps, edge, client }, ref, generation, wait);
  },
});

export const listGenerations = route(contracts.listGenerations, {
  async handle({ query, caller, deps, edge }) {
    const page = await findGenerations(deps.db.manager, caller.accountId, {
      ...query,
      characterId: query.character_id,
      words: query.q,
      createdAfter: query.created_after,
      createdBefore: query.created_before,
      order: query.order === 'asc' ? 'ASC' : 'DESC',
    });
    const shown = await presentNow(deps.db.manager, page.rows, deps, edge.stageTimes());
    return presentPage({ ...page, rows: shown }, (body) => body);
  },
});

export const listGenerationSteps = route(contracts.listGenerationSteps, {
  async handle({ params, query, caller, deps }) {
    const page = await findSteps(deps.db.manager, caller.accountId, params.id, query);
    return presentPage(page, (step) => presentStep(step, caller.operator));
  },
});

export const updateGeneration = route(contracts.updateGeneration, {
  async handle({ params, body, claim, deps, edge }) {
    return changeGeneration(deps, params.id, claim, body, edge.stageTimes());
  },
});

export const cancelGeneration = route(contracts.cancelGeneration, {
  async handle({ params, caller, claim, deps }) {
    return requestCancel(deps, caller.accountId, { id: params.id, object: 'generation' }, claim);
  },
});

export const deleteGeneration = route(contracts.deleteGeneration, {
  async handle({ params, caller, claim, deps }) {
    return removeGeneration(deps, caller.accountId, { id: params.id, object: 'generation' }, claim);
  },
});

export const getGenerationRequest = route(contracts.getGenerationRequest, {
  async handle({ params, caller, deps }) {
    return presentRequest(await findRequest(deps.db.manager, caller.accountId, params.id));
  },
});

export const getGenerationLineage = route(contracts.getGenerationLineage, {
  async handle({ params, caller, deps, edge }) {
    const { madeFrom, usedIn } = await findLineage(deps.db.manager, caller.accountId, params.id);
    const rows = [...madeFrom, ...usedIn];
    const shown = await presentNow(deps.db.manager, rows, deps, edge.stageTimes());
    return {
      object: 'generation_lineage' as const,
      made_from: shown.slice(0, madeFrom.length),
      used_in: shown.slice(madeFrom.length),
    };
  },
});
