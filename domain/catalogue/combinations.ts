import type { GenerationType } from './stages.js';

/** What a field of a request must be for a row to apply. */
type Condition = 'given' | 'absent' | true | false;

/**
 * Fields of one request that affect each other, and the outcome: no given field is ignored
 * silently.
 */
export interface Combination {
  readonly on: GenerationType;
  readonly when: Readonly<Record<string, Condition>>;
  /** `refused`: 400 before anything is fetched or charged. `noted`: a line of the timeline. */
  readonly outcome: 'refused' | 'noted';
  /** Refused: the field that the issue names. */
  readonly field: string;
  /** Refused: completes the sentence "<field> …". Noted: a sentence. */
  readonly says: string;
}

const FACE_TWICE = {
  when: { character_id: 'given', character_image: 'given' },
  outcome: 'refused',
  field: 'character_image',
  says: 'cannot be used with character_id: both say whose face to show. Leave one of them out',
} as const;

const frameAndFace = (field: 'character_id' | 'character_image') =>
  ({
    on: 'video',
    when: { start_frame: 'given', [field]: 'given' },
    outcome: 'refused',
    field,
    says: 'cannot be used with start_frame: a given first frame is filmed as it is, and nobody is put into it. Leave one of them out',
  }) as const;

/**
 * All fields of which one would otherwise be ignored, whatever the model. A new combination is a
 * new row. What depends on the model or its provider is in domain/contract/left-aside.
 */
export const COMBINATIONS: readonly Combination[] = [
  { ...FACE_TWICE, on: 'image' },
  {
    on: 'image',
    when: { edit: true, scene_image: 'absent', character_id: 'absent' },
    outcome: 'refused',
    field: 'scene_image',
    says: 'is required with edit: it is the picture to change. Give it, or leave edit out',
  },
  {
    on: 'image',
    when: { edit: true, prompt: 'absent', character_id: 'absent' },
    outcome: 'refused',
    field: 'prompt',
    says: 'is required with edit: say what to change. Give it, or leave edit out',
  },
  {
    on: 'image',
    when: { edit: true, character_id: 'given' },
    outcome: 'noted',
    field: 'edit',
    says: 'edit is ignored, because character_id is set: the picture is composed anew.',
  },
  {
    on: 'image',
    when: { edit: true, character_image: 'given', character_id: 'absent' },
    outcome: 'noted',
    field: 'character_image',
    says: 'character_image is not used: with edit the scene is changed directly, and no face is put into it.',
  },
  { ...FACE_TWICE, on: 'video' },
  frameAndFace('character_id'),
  frameAndFace('character_image'),
  {
    on: 'video',
    when: { start_frame: 'given', product_id: 'given' },
    outcome: 'noted',
    field: 'product_id',
    says: 'The photos of product_id are not used: start_frame is filmed as it is. The model is told to keep the product that it shows.',
  },
  {
    on: 'video',
    when: { narration_audio: 'given', audio: false },
    outcome: 'refused',
    field: 'narration_audio',
    says: 'cannot be heard with audio: false. Leave audio out, or leave narration_audio out',
  },
];

type Body = Readonly<Record<string, unknown>>;

/** `null` is as good as absent. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function holds(body: Body, field: string, condition: Condition): boolean {
  if (typeof condition === 'boolean') return body[field] === condition;
  return isGiven(body[field]) === (condition === 'given');
}

/** The rows that apply to a request. @param body as it was sent; its fields may be of any type */
export const combinationsIn = (type: GenerationType, body: Body): Combination[] =>
  COMBINATIONS.filter(
    ({ on, when }) =>
      on === type &&
      Object.entries(when).every(([field, condition]) => holds(body, field, condition)),
  );
