import type { CreateVoice, VoiceGender } from '../../api/contract';
import type { UploadedFile } from '../../uploads/media-field';

/** The state of the form that clones a voice. */
export interface CloneDraft {
  readonly name: string;
  readonly gender: VoiceGender;
  /** Null until the user has chosen one. */
  readonly language: string | null;
  /** The recording; empty until it is uploaded. */
  readonly files: readonly UploadedFile[];
  readonly speaker: string;
  readonly statement: string;
}

export const EMPTY_CLONE: CloneDraft = {
  name: '',
  gender: 'female',
  language: null,
  files: [],
  speaker: '',
  statement: 'I agree that my voice is cloned from this recording for speech and videos.',
};

/** Converts the form to a request; null without a language or a recording. */
export function toCloneBody(draft: CloneDraft): CreateVoice | null {
  const { name, gender, language, files, speaker, statement } = draft;
  const recording = files[0]?.id;
  if (language === null || recording === undefined) return null;
  const consent = { speaker: speaker.trim(), statement: statement.trim().replaceAll(/\s+/g, ' ') };
  return { name: name.trim(), gender, language, recording, consent };
}
