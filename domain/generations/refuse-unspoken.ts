import type { ModelSource } from '../catalogue/model-source.js';
import { SPEECH_FORMATS, SPEECH_TEXT_MAX } from '../catalogue/speech-model.js';
import {
  findSpeechSource,
  findSpeechSources,
  type SpeechNeeds,
} from '../catalogue/speech-sources.js';
import { refuseInvalid, type Refusal } from '../contract/refusal.js';

/** The fields of a request that decide who can speak it. */
interface SpokenFields {
  readonly text?: string;
  readonly voice_key?: string | undefined;
  readonly character_id?: string | undefined;
  readonly language?: string | undefined;
}

/**
 * Refuses a text that no configured provider can speak, with the field to change: the format, the
 * speed or the length if one of them is the only obstacle, otherwise the language or the voice.
 */
export function refuseUnspoken(
  body: SpokenFields,
  needs: SpeechNeeds,
  isEnabled: (source: ModelSource) => boolean,
): Refusal {
  const find = (change: Partial<SpeechNeeds>) =>
    findSpeechSources({ ...needs, ...change }, [], isEnabled);
  const { voice, language, format, speed, characters } = needs;
  const spoken = `${language} with the voice ${voice.voice_key}`;
  const refuse = (field: string, message: string) =>
    refuseInvalid([{ path: `body.${field}`, message }]);
  const formats = SPEECH_FORMATS.filter((other) => find({ format: other }).length > 0);
  if (formats.length > 0) {
    const advice = `use ${formats.join(', ')}`;
    return refuse(
      'format',
      `${format} is not offered for ${spoken} by any configured provider; ${advice}`,
    );
  }
  if (find({ speed: 1 }).length > 0) {
    return refuse(
      'speed',
      `${speed} is not offered for ${spoken} by any configured provider; use 1`,
    );
  }
  const max = Math.max(...find({ characters: 0 }).map(findTextMax));
  if (Number.isFinite(max)) {
    const field = body.text === undefined ? 'script' : 'text';
    return refuse(field, `has ${characters} characters; the maximum is ${max} for ${spoken}`);
  }
  const fields = ['language', 'voice_key', 'character_id'] as const;
  const field = fields.find((one) => body[one] !== undefined) ?? 'voice_key';
  const advice = 'choose another voice or language';
  return refuse(field, `cannot be used: no configured provider speaks ${spoken}; ${advice}`);
}

const findTextMax = (source: ModelSource): number =>
  findSpeechSource(source)?.textMax ?? SPEECH_TEXT_MAX;
