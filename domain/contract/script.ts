import { Type } from 'typebox';
import { VoiceKey } from './choices.js';
import { buildNullable, withDescription } from './common.js';
import { VISIBLE } from './patterns.js';
import { LanguageTag } from './language-tag.js';
import type { SpokenText } from './generation-input.js';

/** Maximum characters of a script: far more than fits into the longest clip. */
const SCRIPT_MAX = 2_000;

/** Fields of a video request that make a person speak. */
export const scriptFields = {
  script: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SCRIPT_MAX,
      pattern: VISIBLE,
      description:
        "Text that the person speaks. It must fit into the clip. Without `duration`, the model's shortest clip that is long enough is made.",
    }),
  ),
  language: Type.Optional(
    LanguageTag('Language of `script`, as a BCP 47 tag. Default: the language of the voice.'),
  ),
  voice_key: Type.Optional(
    withDescription(
      VoiceKey,
      "The voice that speaks `script`. Default: the character's voice, or the default voice.",
    ),
  ),
};

/** The same fields in the summary of a request. */
export const scriptSummary = {
  script: buildNullable(Type.String({ description: 'The text that the person speaks' })),
  language: buildNullable(
    Type.String({ description: 'Language of `script`. Null if there is none' }),
  ),
  voice_key: buildNullable(
    Type.String({ description: 'Voice that speaks `script`. Null if there is none' }),
  ),
};

/** Presents the text of a request and how it is spoken. */
export const presentScript = (spoken: SpokenText | undefined) => ({
  script: spoken?.text ?? null,
  language: spoken?.language ?? null,
  voice_key: spoken?.voiceKey ?? null,
});
