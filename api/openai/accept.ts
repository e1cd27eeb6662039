import { findCopies } from '../../domain/generations/copies.js';
import { answerRoute, type RouteRequestInput } from '../answer-route.js';
import { prepareRoute, type CheckedRoute } from '../check-input.js';
import { StreamAnswer } from '../route.js';
import { createImage } from '../handlers/images.js';
import { createSpeech } from '../handlers/speech.js';
import { createVideo } from '../handlers/videos.js';
import type { AnyVisit } from './endpoint.js';

const ROUTES = {
  image: prepareRoute(createImage),
  video: prepareRoute(createVideo),
  speech: prepareRoute(createSpeech),
};

/** The body for a `/v1` route, and the files of its media fields. */
export type MediaRequest = Pick<RouteRequestInput, 'raw' | 'attached'>;

type RouteInput = Partial<MediaRequest> &
  Pick<RouteRequestInput, 'claim' | 'copies'> & {
    readonly params?: Readonly<Record<string, string>>;
  };

/**
 * Accepts work like `/v1`, through the `/v1` route.
 * @param copies number of generations, all or none
 * @returns the generations' ids; a retry gets the ids of the original request
 * @throws {Refusal} if the route refuses the request
 */
export async function accept(
  type: keyof typeof ROUTES,
  visit: AnyVisit,
  request: MediaRequest,
  copies = 1,
): Promise<string[]> {
  const { ctx, deps } = visit;
  const claim = await visit.claim();
  const reply = await askRoute(ROUTES[type], visit, { ...request, claim, copies });
  if (reply.isReplay) ctx.set('Idempotent-Replayed', 'true');
  const { id } = JSON.parse(reply.text) as { id: string };
  const ids = copies === 1 ? [id] : await findCopies(deps.db.manager, claim, copies);
  ctx.set('X-Generation-Id', ids.join(', '));
  return ids;
}

/** Sends a request to a `/v1` route. @throws {Refusal} if the route refuses the request */
export async function askRoute(
  answerable: CheckedRoute,
  { ctx, caller, deps, edge, gone }: AnyVisit,
  { raw, params = {}, ...input }: RouteInput,
) {
  const { requestId } = ctx.state;
  const client = { gone: () => gone, lastEventId: null, noteHeld: () => undefined };
  const given = { caller, params, query: () => ({}), raw, requestId, client };
  const reply = await answerRoute(answerable, { ...given, ...input }, deps, edge);
  if (reply instanceof StreamAnswer)
    throw new TypeError('No route of this module answers with a stream.');
  return reply;
}
