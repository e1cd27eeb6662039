import { Type } from 'typebox';
import { parseServiceKey } from '../../domain/contract/media.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { serveMedia } from '../middleware/media.js';
import { endpoint } from './endpoint.js';
import { refuseMissing } from './errors.js';
import { VideoId } from './video-schemas.js';
import { readVideo } from './videos.js';

export const getVideoContent = endpoint({
  id: 'getVideoContent',
  method: 'GET',
  path: '/videos/{id}/content',
  summary: 'Download a video or its thumbnail',
  description: 'Supports `Range` requests, like `/media`.',
  tag: 'Videos',
  scopes: ['read'],
  params: VideoId,
  query: Type.Object({
    variant: Type.Optional(
      Type.Enum(['video', 'thumbnail'], {
        type: 'string',
        description: '`video` (the default) returns MP4, `thumbnail` returns WebP',
      }),
    ),
  }),
  response: Type.String({ description: 'The file' }),
  contentTypes: ['video/mp4', 'image/webp'],
  errors: ['NOT_FOUND'],
  handle: async (visit) => {
    const { ctx, deps, params, query } = visit;
    const { result, status } = await readVideo(visit, params.id);
    if (!result) {
      throw new Refusal('NOT_FOUND', {
        message: `The video is ${status}, so it has no file. GET /openai/v1/videos/${params.id} shows when it is completed.`,
        details: { openai_code: 'video_not_ready' },
      });
    }
    const url = query.variant === 'thumbnail' ? result.thumbnail_url : result.url;
    const key = url && parseServiceKey(url, deps.mediaBase);
    if (!key) throw refuseMissing();
    ctx.path = `/media/${key}`;
    const served = () => Promise.resolve(Infinity);
    const serve = serveMedia(deps.store, served, { visits: deps.mediaVisits });
    await serve(ctx, () => Promise.reject(refuseMissing()));
    return 'sent';
  },
});
