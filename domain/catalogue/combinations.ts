import type { WorkType } from './stages.js';

/** A state of a field that a combination requires. */
type Condition = 'given' | 'absent' | true | false;

/**
 * Fields of one request that affect each other, and the outcome. No field in a request is silently
 * ignored.
 */
export interface FieldCombination {
  readonly on: WorkType;
  readonly when: Readonly<Record<string, Condition>>;
  /** `refused`: 400 before anything is fetched or charged. `noted`: a line in the timeline. */
  readonly outcome: 'refused' | 'noted';
  /** If refused: the field that the issue names. */
  readonly field: string;
  /** Completes the sentence "<field> …" if refused; a full sentence if noted. */
  readonly says: string;
}

const FACE_TWICE = {
  when: { character_id: 'given', character_image: 'given' },
  outcome: 'refused',
  field: 'character_image',
  says: 'cannot be used with character_id: both set the face to show. Leave one of them out',
} as const;

const frameAndFace = (field: 'character_id' | 'character_image') =>
  ({
    on: 'video',
    when: { start_frame: 'given', [field]: 'given' },
    outcome: 'refused',
    field,
    says: 'cannot be used with start_frame: a given first frame is used unchanged, and nobody is added to it. Leave one of them out',
  }) as const;

const needsScript = (field: 'language' | 'voice_key') =>
  ({
    on: 'video',
    when: { [field]: 'given', script: 'absent' },
    outcome: 'refused',
    field,
    says: 'is only used to speak script. Send script, or leave it out',
  }) as const;

/**
 * All combinations, for every model, that would otherwise ignore a field. To add a combination, add
 * a row. Rules that depend on the model or its provider are in domain/contract/unused-fields.
 */
export const COMBINATIONS: readonly FieldCombination[] = [
  { ...FACE_TWICE, on: 'image' },
  {
    on: 'image',
    when: { edit: true, scene_image: 'absent', character_id: 'absent' },
    outcome: 'refused',
    field: 'scene_image',
    says: 'is required with edit: it is the image to change. Send it, or leave edit out',
  },
  {
    on: 'image',
    when: { edit: true, prompt: 'absent', character_id: 'absent' },
    outcome: 'refused',
    field: 'prompt',
    says: 'is required with edit: it says what to change. Send it, or leave edit out',
  },
  {
    on: 'image',
    when: { edit: true, character_id: 'given' },
    outcome: 'noted',
    field: 'edit',
    says: 'edit is ignored, because character_id is set: a new image is composed.',
  },
  {
    on: 'image',
    when: { edit: true, character_image: 'given', character_id: 'absent' },
    outcome: 'noted',
    field: 'character_image',
    says: 'character_image is not used: with edit the scene is changed directly, and no face is added.',
  },
  { ...FACE_TWICE, on: 'video' },
  frameAndFace('character_id'),
  frameAndFace('character_image'),
  {
    on: 'video',
    when: { start_frame: 'given', product_id: 'given' },
    outcome: 'noted',
    field: 'product_id',
    says: 'The photos of product_id are not used: start_frame is used unchanged. The model is instructed to keep the product in it.',
  },
  {
    on: 'video',
    when: { narration_audio: 'given', audio: false },
    outcome: 'refused',
    field: 'narration_audio',
    says: 'cannot be heard with audio: false. Leave audio out, or leave narration_audio out',
  },
  {
    on: 'video',
    when: { script: 'given', narration_audio: 'given' },
    outcome: 'refused',
    field: 'script',
    says: 'cannot be used with narration_audio: both are the voice of the clip. Leave one of them out',
  },
  {
    on: 'video',
    when: { script: 'given', audio: false },
    outcome: 'refused',
    field: 'script',
    says: 'cannot be heard with audio: false. Leave audio out, or leave script out',
  },
  needsScript('language'),
  needsScript('voice_key'),
  {
    on: 'speech',
    when: { voice_key: 'given', character_id: 'given' },
    outcome: 'refused',
    field: 'voice_key',
    says: 'cannot be used with character_id: the character has a voice. Leave one of them out',
  },
];

type Body = Readonly<Record<string, unknown>>;

/** Whether a field has a value; null counts as absent. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function isConditionMet(body: Body, field: string, condition: Condition): boolean {
  if (typeof condition === 'boolean') return body[field] === condition;
  return isGiven(body[field]) === (condition === 'given');
}

/**
 * Returns the combinations that apply to a request.
 * @param body as sent; its fields can have any type
 */
export const findCombinations = (type: WorkType, body: Body): FieldCombination[] =>
  COMBINATIONS.filter(
    ({ on, when }) =>
      on === type &&
      Object.entries(when).every(([field, condition]) => isConditionMet(body, field, condition)),
  );
