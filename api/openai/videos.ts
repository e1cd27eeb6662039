import { Type } from 'typebox';
import { findVideoModel, narrowToOffered } from '../../domain/catalogue/video-models.js';
import { encodeCursor } from '../../domain/contract/cursor.js';
import { refuseInvalid, refuseUnknown } from '../../domain/contract/refusal.js';
import { findGenerations } from '../../domain/generations/find-generations.js';
import { createSourceFilter } from '../../domain/generations/priced-request.js';
import { presentNow, readGeneration } from '../../domain/generations/read-generation.js';
import { prepareRoute } from '../check-input.js';
import { deleteGeneration } from '../handlers/generations.js';
import { accept, askRoute } from './accept.js';
import { endpoint, type AnyVisit } from './endpoint.js';
import { ATTACHED, attachFiles, filesOf } from './files.js';
import { toVideoModel } from './models.js';
import { presentVideo, type VideoGeneration } from './present-video.js';
import { fitClipSize, parseSize } from './sizes.js';
import { DeletedVideo, VideoId, VideoList, VideoOptions, VideoSchema } from './video-schemas.js';

export const createVideo = endpoint({
  id: 'createVideo',
  method: 'POST',
  path: '/videos',
  summary: 'Create a video',
  description: 'Immediately returns a queued video. Poll it every 10 to 15 seconds.',
  tag: 'Videos',
  scopes: ['generate', 'read'],
  body: VideoOptions,
  forms: ['json', 'multipart'],
  files: { input_reference: 1 },
  response: VideoSchema,
  errors: ['CONTENT_BLOCKED', 'INSUFFICIENT_CREDITS', 'NOT_FOUND', 'CONFLICT'],
  example: { model: 'seedance-2.5', prompt: 'a red fox runs through snow', seconds: '4' },
  handle: async (visit) => {
    const { body, deps } = visit;
    const { prompt, seconds, input_reference: reference } = body;
    const model = toVideoModel(body.model);
    const [file] = filesOf(visit, 'input_reference');
    const frame = file ? ATTACHED : (reference?.file_id ?? reference?.image_url);
    const raw = {
      model,
      prompt,
      ...(seconds && { duration: String(seconds) }),
      ...shapeOf(model, parseSize(body.size), deps),
      ...(frame && { start_frame: frame }),
    };
    const attached = attachFiles(file ? [['body.start_frame', file]] : []);
    const [id = ''] = await accept('video', visit, { raw, attached });
    return { json: presentVideo(await readVideo(visit, id)) };
  },
});

function shapeOf(
  id: string,
  size: ReturnType<typeof parseSize>,
  deps: Parameters<typeof createSourceFilter>[0],
): object {
  const model = findVideoModel(id);
  return size && model ? fitClipSize(size, narrowToOffered(model, createSourceFilter(deps))) : {};
}

/** Reads a video. @throws {Refusal} NOT_FOUND, also if the generation is an image */
export async function readVideo(
  { caller, deps, edge }: Pick<AnyVisit, 'caller' | 'deps' | 'edge'>,
  id: string,
): Promise<VideoGeneration> {
  const named = { id, accountId: caller.accountId };
  const generation = await readGeneration(deps.db.manager, named, deps, edge.stageTimes());
  if (generation?.type !== 'video') throw refuseUnknown('video', id);
  return generation;
}

export const getVideo = endpoint({
  id: 'getVideo',
  method: 'GET',
  path: '/videos/{id}',
  summary: 'Get a video',
  tag: 'Videos',
  scopes: ['read'],
  params: VideoId,
  response: VideoSchema,
  errors: ['NOT_FOUND'],
  handle: async (visit) => ({ json: presentVideo(await readVideo(visit, visit.params.id)) }),
});

export const listVideos = endpoint({
  id: 'listVideos',
  method: 'GET',
  path: '/videos',
  summary: 'List videos',
  tag: 'Videos',
  scopes: ['read'],
  query: Type.Object({
    after: Type.Optional(Type.String({ description: 'ID of the last video on the previous page' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Maximum number of videos. Default 20.',
      }),
    ),
    order: Type.Optional(
      Type.Enum(['asc', 'desc'], {
        type: 'string',
        description: 'Sort order by creation time. Default `desc`.',
      }),
    ),
  }),
  response: VideoList,
  errors: [],
  handle: async ({ caller, deps, edge, query }) => {
    const { after, limit, order } = query;
    const page = await findGenerations(deps.db.manager, caller.accountId, {
      type: 'video',
      ...(limit !== undefined && { limit }),
      ...(after !== undefined && { cursor: await cursorOf({ caller, deps }, after) }),
      ...(order === 'asc' && { order: 'ASC' }),
    });
    const shown = await presentNow(deps.db.manager, page.rows, deps, edge.stageTimes());
    const data = shown.map((body) => presentVideo(body as VideoGeneration));
    return {
      json: {
        object: 'list',
        data,
        first_id: data[0]?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
        has_more: page.nextCursor !== null,
      },
    };
  },
});

async function cursorOf(visit: Pick<AnyVisit, 'caller' | 'deps'>, after: string): Promise<string> {
  const { caller, deps } = visit;
  const named = { id: after, accountId: caller.accountId };
  const generation = await readGeneration(deps.db.manager, named, deps);
  if (!generation) {
    throw refuseInvalid([
      { path: 'query.after', message: 'is not the id of a video in this account' },
    ]);
  }
  return encodeCursor({ createdAtMs: generation.created_at, id: after });
}

const DELETE = prepareRoute(deleteGeneration);

export const deleteVideo = endpoint({
  id: 'deleteVideo',
  method: 'DELETE',
  path: '/videos/{id}',
  summary: 'Delete a finished video',
  description: "Permanently deletes the files and the record. Credits aren't refunded.",
  tag: 'Videos',
  scopes: ['generate', 'read'],
  params: VideoId,
  response: DeletedVideo,
  errors: ['NOT_FOUND', 'CONFLICT'],
  handle: async (visit) => {
    const { caller, deps } = visit;
    const { id } = visit.params;
    const named = { id, accountId: caller.accountId };
    const generation = await readGeneration(deps.db.manager, named, deps);
    // Allow a missing generation, so that a retried deletion still gets its stored response.
    if (generation?.type === 'image') throw refuseUnknown('video', id);
    await askRoute(DELETE, visit, { params: { id }, claim: await visit.claim() });
    return { json: { id, object: 'video.deleted', deleted: true } };
  },
});
