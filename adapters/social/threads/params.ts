import type { PostItem, PublishJob } from '../../../domain/ports/social-platform.js';
import type { GraphRecord } from '../meta/call-graph.js';

const mediaOf = ({ durationMs, url }: PostItem): GraphRecord =>
  durationMs === null
    ? { media_type: 'IMAGE', image_url: url }
    : { media_type: 'VIDEO', video_url: url };
const textOf = ({ text }: PublishJob): GraphRecord => (text === '' ? {} : { text });

export const singleParams = (job: PublishJob, item: PostItem): GraphRecord => ({
  ...mediaOf(item),
  ...textOf(job),
});

/** A carousel item has no text. */
export const childParams = (_job: PublishJob, item: PostItem): GraphRecord => ({
  ...mediaOf(item),
  is_carousel_item: true,
});

export const carouselParams = (job: PublishJob, children: readonly string[]): GraphRecord => ({
  media_type: 'CAROUSEL',
  children: children.join(','),
  ...textOf(job),
});
