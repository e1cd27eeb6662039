import type { Generation } from '../api/contract';
import { formatDuration } from '../format/times';

type Progress = NonNullable<Generation['progress']>;

const STAGES: Record<NonNullable<Progress['stage']>, string> = {
  queue: 'Queued',
  scene_analysis: 'Analyzing the scene',
  character_analysis: 'Analyzing the character',
  prompt_merge: 'Preparing the prompt',
  text_model: 'Writing the prompt',
  image_generation: 'Generating the image',
  video_generation: 'Generating the video',
  speech_generation: 'Generating the speech',
  lip_sync: 'Syncing the lips',
  storage: 'Storing the files',
};

/** Returns the name of the step in progress. */
export function describeStage({ status, progress }: Generation): string {
  const stage = status === 'queued' ? 'queue' : progress?.stage;
  return stage ? STAGES[stage] : 'Generating';
}

/** An estimate, extrapolated from the last reported progress. */
export interface Estimate {
  /** Completed percentage; null if unknown. */
  readonly percent: number | null;
  /** Remaining time and position in the queue; empty if unknown. */
  readonly words: string;
}

/** @param age milliseconds since the server reported the progress */
export function estimate(progress: Generation['progress'], age: number): Estimate {
  if (!progress) return { percent: null, words: '' };
  const { fraction, eta_ms: eta, queue_position: position } = progress;
  const left = eta === null ? null : Math.max(0, eta - age);
  const done = fraction ?? 0;
  const gained = eta && left !== null ? ((1 - done) * (eta - left)) / eta : 0;
  const words = [
    position !== null && `position ${position} in the provider's queue`,
    left !== null && (left > 1_000 ? `about ${formatLeft(left)} left` : 'almost done'),
  ];
  return {
    percent:
      fraction === null && eta === null ? null : Math.min(99, Math.max(2, (done + gained) * 100)),
    words: words.filter(Boolean).join(' · '),
  };
}

const formatLeft = (ms: number): string =>
  ms < 60_000 ? `${Math.ceil(ms / 1_000)} s` : formatDuration(Math.ceil(ms / 1_000) * 1_000);
