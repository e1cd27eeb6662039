import { buildFalOrder } from '../../../adapters/providers/fal/inputs.js';
import { IMAGE_ASPECT_RATIOS, IMAGE_RESOLUTIONS } from '../../../domain/catalogue/image-model.js';
import type { VideoModel } from '../../../domain/catalogue/video-model.js';
import { SPEECH_SPEED_MAX, SPEECH_SPEED_MIN } from '../../../domain/catalogue/speech-model.js';
import { SPEECH_SOURCES } from '../../../domain/catalogue/speech-sources.js';
import { VOICES } from '../../../domain/catalogue/voices.js';
import { VIDEO_MODELS } from '../../../domain/catalogue/video-models.js';
import type { ProviderJob, SpeechJob, VideoJob } from '../../../domain/ports/provider-job.js';
import { CLIP, pictureOf, speechJob } from '../jobs.js';
import { imageJob, lipSyncJob, SOUND, videoJob } from './jobs.js';

const picture = await pictureOf('#708090');

/** Builds the body of a job. Each file is replaced by `file:` and its position in the list. */
export function bodyOf(job: ProviderJob): Record<string, unknown> {
  const { body, files } = buildFalOrder(job);
  return body((file) => `file:${files.indexOf(file)}`);
}

/**
 * Lists one job for each option of a model, on one of its routes; the other options have their
 * defaults.
 */
export function offered({ defaults, requiresMotionVideo, ...model }: VideoModel): VideoJob[] {
  return model.sources
    .filter(({ provider }) => provider === 'fal')
    .flatMap(({ upstreamModel, resolutions = model.resolutions }) => {
      const [resolution = ''] = resolutions;
      const more: Partial<VideoJob> = {
        resolution,
        aspectRatio: defaults.aspectRatio,
        seconds: Number(defaults.duration ?? 7),
        motion: requiresMotionVideo ? { clip: CLIP, orientation: 'video' } : null,
      };
      return [
        ...resolutions.map((each) => ({ ...more, resolution: each })),
        ...model.durations.map((each) => ({ ...more, seconds: Number(each) })),
        ...model.aspectRatios.map((each) => ({ ...more, aspectRatio: each })),
        { ...more, audio: false },
      ].map((each) => videoJob(upstreamModel, each));
    });
}

/** Lists all jobs of a video model: every combination of options and of optional inputs. */
function everyVideo({ requiresMotionVideo, ...model }: VideoModel): VideoJob[] {
  const clips = requiresMotionVideo
    ? (['video', 'image'] as const).map((orientation) => ({ clip: CLIP, orientation }))
    : [null];
  const durations = model.durations.length > 0 ? model.durations : ['7'];
  return model.sources
    .filter(({ provider }) => provider === 'fal')
    .flatMap(({ upstreamModel, resolutions = model.resolutions }) =>
      resolutions.flatMap((resolution) =>
        durations.flatMap((duration) =>
          model.aspectRatios.flatMap((aspectRatio) =>
            [true, false].flatMap((audio) =>
              clips.flatMap((motion) =>
                [[], REFERENCES].flatMap((references) =>
                  [null, SOUND].map((narration) => {
                    const seconds = Number(duration);
                    const asked = { resolution, seconds, aspectRatio, audio };
                    return videoJob(upstreamModel, { ...asked, motion, references, narration });
                  }),
                ),
              ),
            ),
          ),
        ),
      ),
    );
}

const REFERENCES = ['@hat', '@dog', '@sea'].map((tag) => ({ tag, image: picture }));

/**
 * Lists jobs for every voice that each endpoint of fal can speak, in the voice's language and at both
 * limits of the tempo.
 */
export const everySpeech = (): SpeechJob[] =>
  SPEECH_SOURCES.filter(({ provider }) => provider === 'fal').flatMap((source) =>
    VOICES.filter(
      ({ upstream, language }) =>
        upstream[source.voices] !== undefined &&
        (source.voiceLanguages?.includes(language) ?? true),
    ).flatMap((voice) =>
      [SPEECH_SPEED_MIN, SPEECH_SPEED_MAX].map((speed) =>
        speechJob(source.upstreamModel, { voice, language: voice.language, speed }),
      ),
    ),
  );

/** Lists a job for each language of each endpoint that clones a voice. */
export const everyClone = (): SpeechJob[] =>
  SPEECH_SOURCES.filter(({ voices }) => voices === 'recording').flatMap((source) =>
    source.languages.map((language) =>
      speechJob(source.upstreamModel, { voice: SOUND, language: `${language}-XX` }),
    ),
  );

/** Lists every kind of order that the adapter can send, as far as types distinguish them. */
export function everyOrder(): { readonly endpoint: string; readonly body: string }[] {
  const images = IMAGE_RESOLUTIONS.flatMap((resolution) =>
    IMAGE_ASPECT_RATIOS.flatMap((aspectRatio) =>
      [{}, { scene: picture }].map((inputs) => imageJob(inputs, { resolution, aspectRatio })),
    ),
  );
  const jobs: readonly ProviderJob[] = [
    ...VIDEO_MODELS.flatMap(everyVideo),
    ...images,
    ...everySpeech(),
    ...everyClone(),
    lipSyncJob(),
  ];
  const orders = jobs.map((job) => {
    const order = { endpoint: buildFalOrder(job).endpoint, body: JSON.stringify(bodyOf(job)) };
    return [`${order.endpoint} ${order.body}`, order] as const;
  });
  return [...new Map(orders).values()];
}
