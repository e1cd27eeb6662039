import type { Models } from '../../api/contract';
import { estimateSpeechSeconds, findClipLength } from '../../generations/speech-length';

type VideoModel = Models['video'][number];

/** The part of the form that makes a person speak. */
export interface ScriptDraft {
  readonly script: string;
  /** Null for the character's voice, or the default voice. */
  readonly voiceKey: string | null;
  /** Empty for the language of the voice. */
  readonly language: string;
}

export const EMPTY_SCRIPT: ScriptDraft = { script: '', voiceKey: null, language: '' };

/** Returns whether the request has a script. In a motion clip, nobody can speak. */
export const hasScript = (
  { script }: Pick<ScriptDraft, 'script'>,
  model: Pick<VideoModel, 'requires_motion_video'>,
): boolean => script.trim() !== '' && !model.requires_motion_video;

/** Returns the fields of the request that make a person speak. */
export const toScriptFields = (draft: ScriptDraft, model: VideoModel) =>
  hasScript(draft, model)
    ? {
        script: draft.script.trim(),
        voice_key: draft.voiceKey ?? undefined,
        language: draft.language,
      }
    : {};

/** Returns the chosen clip length in seconds, or the length that the server chooses. */
export function chooseClip(
  { script, duration }: Pick<ScriptDraft, 'script'> & { readonly duration: string },
  model: VideoModel,
): string {
  if (duration !== '') return duration;
  const fitting = hasScript({ script }, model)
    ? findClipLength(script.trim(), model.durations)
    : null;
  return fitting ?? model.defaults.duration ?? '';
}

/** Describes how long a script takes to speak, and how long the clip is. */
export function describeLength(script: string, clip: string): string {
  const seconds = Math.ceil(estimateSpeechSeconds(script.trim()));
  return `About ${seconds} s of speech · clip of ${clip} s`;
}
