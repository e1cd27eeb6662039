import type { Moderation, PictureModeration, Verdict } from '../../../domain/ports/moderation.js';
import { ProviderFailure } from '../../../domain/ports/provider.js';
import {
  isRefusal,
  formatEndpointName,
  post,
  buildEndpointFailure,
  type Endpoint,
} from './endpoint.js';
import { toDataUrl } from './shrink.js';

/**
 * Short, because a caller waits while a text is checked; only a job waits while an image is
 * checked.
 */
const TEXT_DEADLINE_MS = 3_000;
const IMAGE_DEADLINE_MS = 20_000;
/** Maximum number of images checked concurrently. */
const CONCURRENCY = 3;

/** Creates a moderation service with the protocol of OpenAI's `POST /moderations`. */
export function createModerationService(endpoint: Endpoint): Moderation & PictureModeration {
  async function judge(part: object, deadlineMs: number, signal: AbortSignal): Promise<Verdict> {
    const json = { model: endpoint.model, input: [part] };
    const answer = await post(endpoint, '/moderations', { json, deadlineMs, signal });
    if (isRefusal(answer)) throw buildEndpointFailure(answer);
    const { results } = (answer.json ?? {}) as { results?: unknown };
    return buildVerdict(Array.isArray(results) ? results : []);
  }

  async function judgePicture(image: Buffer, signal: AbortSignal): Promise<Verdict> {
    const part = { type: 'image_url', image_url: { url: await toDataUrl(image) } };
    return judge(part, IMAGE_DEADLINE_MS, signal);
  }

  return {
    name: formatEndpointName(endpoint),
    text: (text, signal) => judge({ type: 'text', text }, TEXT_DEADLINE_MS, signal),
    async images(images, signal) {
      // One image per request: OpenAI refuses two ("exceeds maximum of 1", code too_many_images).
      for (let at = 0; at < images.length; at += CONCURRENCY) {
        const some = images.slice(at, at + CONCURRENCY);
        const verdicts = await Promise.all(some.map((image) => judgePicture(image, signal)));
        const refused = verdicts.find(({ allowed }) => !allowed);
        if (refused) return refused;
      }
      return { allowed: true };
    },
  };
}

/** @throws {ProviderFailure} if the service gave no verdict, which must not count as allowed */
function buildVerdict(results: readonly unknown[]): Verdict {
  const all = results.map((result) => {
    const { flagged, categories } = (result ?? {}) as { flagged?: unknown; categories?: object };
    return { flagged, categories: Object.entries(categories ?? {}) };
  });
  if (all.length === 0 || !all.every(({ flagged }) => typeof flagged === 'boolean')) {
    throw new ProviderFailure('unavailable', 'The moderation service gave no verdict.');
  }
  if (!all.some(({ flagged }) => flagged)) return { allowed: true };
  const named = all.flatMap(({ categories }) => categories.filter(([, is]) => is === true));
  const names = [...new Set(named.map(([name]) => name))];
  return { allowed: false, reason: `flagged: ${names.join(', ') || 'no category'}` };
}
