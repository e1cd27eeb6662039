import type { Models } from '../../api/contract';

type VideoModel = Models['video'][number];

/** Describes a video model in one line: `from 24 credits · 4–12 s · 480p–1080p · audio`. */
export function describeModel(model: VideoModel | undefined): string {
  if (!model) return '';
  const { credits, durations, resolutions, audio, requires_motion_video: needsClip } = model;
  const parts = [
    `from ${Math.min(...Object.values(credits))} credits`,
    durations.length > 0 && `${range(durations)} s`,
    range(resolutions),
    audio && 'audio',
    needsClip && 'needs a motion clip',
  ];
  return parts.filter(Boolean).join(' · ');
}

const range = (values: readonly string[]): string =>
  values.length > 1 ? `${values[0]}–${values.at(-1)}` : (values[0] ?? '');
