import type { ModelSource } from '../catalogue/model-source.js';
import { SPEECH_FORMATS, SPEECH_TEXT_MAX, type SpeechFormat } from '../catalogue/speech-model.js';
import {
  findSpeechSource,
  findSpeechSources,
  type SpeechNeeds,
} from '../catalogue/speech-sources.js';
import { refuseInvalid, type Issue, type Refusal } from '../contract/refusal.js';

/** The fields of a request that decide who can speak it. */
interface SpokenFields {
  readonly text?: string;
  readonly voice_key?: string | undefined;
  readonly character_id?: string | undefined;
  readonly language?: string | undefined;
}

/** Finds the sources that can speak with the voice in the language, with these needs only. */
type Find = (needs: Pick<Partial<SpeechNeeds>, 'characters' | 'format' | 'speed'>) => ModelSource[];

/**
 * Refuses a text that no configured provider can speak, with the fields to change: format, speed
 * and length if they are the obstacle, otherwise the language or the voice.
 */
export function refuseUnspoken(
  body: SpokenFields,
  needs: SpeechNeeds,
  isEnabled: (source: ModelSource) => boolean,
): Refusal {
  const { voice, language } = needs;
  const find: Find = (some) =>
    findSpeechSources({ voice, language, format: null, characters: 0, ...some }, [], isEnabled);
  const spoken = `${language} with the voice ${voice.voice_key}`;
  if (find({}).length > 0) return refuseInvalid(findObstacles(body, needs, find, spoken));
  const fields = ['language', 'voice_key', 'character_id'] as const;
  const path = `body.${fields.find((one) => body[one] !== undefined) ?? 'voice_key'}`;
  const advice = 'choose another voice or language';
  const message = `cannot be used: no configured provider speaks ${spoken}; ${advice}`;
  return refuseInvalid([{ path, message }]);
}

/** Finds the needs that no source fulfils; the format if only their combination is the obstacle. */
function findObstacles(
  body: SpokenFields,
  { format, speed = 1, characters }: SpeechNeeds,
  find: Find,
  spoken: string,
): Issue[] {
  const where = `for ${spoken} by any configured provider`;
  const formatIssue = {
    path: 'body.format',
    message: `${format} is not offered ${where}; use ${listFormats(find).join(', ')}`,
  };
  const max = Math.max(...find({}).map(findTextMax));
  const issues = [
    ...(find({ format }).length === 0 ? [formatIssue] : []),
    ...(find({ speed }).length === 0
      ? [{ path: 'body.speed', message: `${speed} is not offered ${where}; use 1` }]
      : []),
    ...(characters > max
      ? [
          {
            path: `body.${body.text === undefined ? 'script' : 'text'}`,
            message: `has ${characters} characters; the maximum is ${max} for ${spoken}`,
          },
        ]
      : []),
  ];
  return issues.length > 0 ? issues : [formatIssue];
}

const listFormats = (find: Find): SpeechFormat[] =>
  SPEECH_FORMATS.filter((format) => find({ format }).length > 0);

const findTextMax = (source: ModelSource): number =>
  findSpeechSource(source)?.textMax ?? SPEECH_TEXT_MAX;
