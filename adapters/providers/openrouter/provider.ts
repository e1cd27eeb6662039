import { expectVisual } from '../expect-visual.js';
import { ask, submitOrder } from '../http.js';
import { toJpeg } from '../jpeg.js';
import type {
  JobState,
  QueuedProvider,
  SubmitContext,
  UpstreamRef,
} from '../../../domain/ports/provider.js';
import type { ProviderJob } from '../../../domain/ports/provider-job.js';
import { readJobRef, readJobState, type Router } from './answers.js';
import { isCertain } from './faults.js';
import { buildRouterOrder } from './inputs.js';

export interface OpenRouterSettings {
  readonly key: string;
  /** The URL includes the API version. */
  readonly url: string;
  /** Timeout in milliseconds of an order, which contains the image. */
  readonly submitDeadlineMs?: number;
}

/** In base64, a frame of this size is below 10 MB, Kling's limit for one image. */
const FRAME_BYTES_MAX = 7_000_000;

/**
 * Creates a provider for OpenRouter's video models (openrouter.ai/docs, video generation). It
 * cannot cancel or list jobs, so a lost order stays uncertain.
 */
export function createOpenRouterProvider(settings: OpenRouterSettings): QueuedProvider {
  const router: Router = {
    url: settings.url.replace(/\/+$/, ''),
    authorization: `Bearer ${settings.key}`,
  };
  const headers = { authorization: router.authorization };
  return {
    name: 'openrouter',
    mode: 'queued',
    pollEveryMs: { image: 10_000, video: 15_000 },

    async submit(job: ProviderJob, context: SubmitContext): Promise<UpstreamRef> {
      context.signal.throwIfAborted();
      const { frame, body } = buildRouterOrder(expectVisual(job));
      // Kling does not accept WebP, and one format for all models is simpler.
      const jpeg = await toJpeg(frame.bytes, FRAME_BYTES_MAX);
      const answer = await submitOrder(
        {
          call: { provider: 'openrouter', operation: 'submit' },
          method: 'POST',
          url: `${router.url}/videos`,
          headers,
          json: body(`data:image/jpeg;base64,${jpeg.toString('base64')}`),
          deadlineMs: settings.submitDeadlineMs,
          signal: await context.startOrder(),
        },
        isCertain,
      );
      return readJobRef(answer, router);
    },

    async poll(ref: UpstreamRef, signal: AbortSignal): Promise<JobState> {
      const url = String(ref['polling_url']);
      const call = { provider: 'openrouter', operation: 'poll' } as const;
      return readJobState(await ask({ call, method: 'GET', url, headers, signal }), ref, router);
    },

    cancel: () => Promise.resolve('unsupported'),
  };
}
