import type { PostItem, PublishJob } from '../../../domain/ports/social-platform.js';
import type { GraphRecord } from '../meta/call-graph.js';

const buildMediaParams = ({ durationMs, url }: PostItem): GraphRecord =>
  durationMs === null
    ? { media_type: 'IMAGE', image_url: url }
    : { media_type: 'VIDEO', video_url: url };
const buildTextParams = ({ text }: PublishJob): GraphRecord => (text === '' ? {} : { text });

export const buildSingleParams = (job: PublishJob, item: PostItem): GraphRecord => ({
  ...buildMediaParams(item),
  ...buildTextParams(job),
});

/** Builds the parameters of a carousel item, which has no text. */
export const buildChildParams = (_job: PublishJob, item: PostItem): GraphRecord => ({
  ...buildMediaParams(item),
  is_carousel_item: true,
});

export const buildCarouselParams = (job: PublishJob, children: readonly string[]): GraphRecord => ({
  media_type: 'CAROUSEL',
  children: children.join(','),
  ...buildTextParams(job),
});
