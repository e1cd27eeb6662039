import { hasRights } from '../../domain/accounts/has-rights.js';
import { refuseUnknown } from '../../domain/contract/refusal.js';
import { findSteps } from '../../domain/generations/find-steps.js';
import { readGeneration } from '../../domain/generations/read-generation.js';
import { listStepEvents } from '../../domain/generations/step-events.js';
import { isSignedIn } from '../../domain/identity/authenticate-session.js';
import { openGenerationStream, type GenerationState } from '../stream-generation.js';
import { route } from '../route.js';
import * as contracts from '../routes/generation-events.js';

export const streamGeneration = route(contracts.streamGeneration, {
  async handle({ params: { id }, caller, deps, edge, client }) {
    const { accountId, sessionId, operator } = caller;
    const { manager } = deps.db;
    const read = async (): Promise<GenerationState | null> => {
      const named = { id, accountId };
      const generation = await readGeneration(manager, named, deps, edge.stageTimes());
      if (!generation) return null;
      const { rows } = await findSteps(manager, accountId, id, {});
      return { generation, steps: listStepEvents(rows, operator) };
    };
    const first = await read();
    if (!first) throw refuseUnknown('generation', id);
    const leave = edge.generationStreams.enter(accountId);
    try {
      const answer = openGenerationStream({
        id,
        first,
        read,
        watch: edge.generations,
        lastEventId: client.lastEventId,
        isWelcome: () =>
          sessionId === null ? hasRights(manager, caller, 'read') : isSignedIn(manager, sessionId),
        ended: [client.gone(), deps.stopping.signal],
      });
      answer.body.once('close', leave);
      return answer;
    } catch (error) {
      leave();
      throw error;
    }
  },
});
