import { expect } from 'chai';
import type { TSchema } from 'typebox';
import { CreateCharacterSchema, UpdateCharacterSchema } from '../../domain/contract/character.js';
import { CreateImageSchema, QuoteImageSchema } from '../../domain/contract/image.js';
import { CreatePresetSchema } from '../../domain/contract/preset.js';
import { CreateProductSchema, UpdateProductSchema } from '../../domain/contract/product.js';
import { OpenBoxSchema } from '../../domain/contract/upload-box.js';
import { CreateSpeechSchema, QuoteSpeechSchema } from '../../domain/contract/speech.js';
import { CreateVideoSchema, QuoteVideoSchema } from '../../domain/contract/video.js';
import { PROMPT_FIELDS, readWords } from '../../domain/screening/prompt-fields.js';

/** Text fields that contain no prose, such as IDs and media. */
const NO_WORDS = [
  'character_id',
  'product_id',
  'character_image',
  'scene_image',
  'start_frame',
  'narration_audio',
  'motion_video',
  'reference_images.*.image',
  'images.*',
  'webhook_url',
  'language',
  'voice_key',
];

interface Node extends Record<string, unknown> {
  readonly type?: string;
  readonly properties?: Record<string, Node>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

/** Lists the path of every free text field of a body. */
function textsOf(schema: Node, path: readonly string[] = []): string[] {
  const { type, properties, items, anyOf } = schema;
  const inside = [
    ...Object.entries(properties ?? {}).map(([name, node]) => textsOf(node, [...path, name])),
    ...(items ? [textsOf(items, [...path, '*'])] : []),
    ...(anyOf ?? []).map((node) => textsOf(node, path)),
  ].flat();
  const isFree = type === 'string' && !('enum' in schema) && !('const' in schema);
  return isFree ? [path.join('.'), ...inside] : inside;
}

describe('fields that become a prompt', () => {
  const BODIES: Record<'request' | 'speech' | 'subject' | 'box', readonly TSchema[]> = {
    request: [CreateImageSchema, CreateVideoSchema, QuoteImageSchema, QuoteVideoSchema],
    speech: [CreateSpeechSchema, QuoteSpeechSchema],
    subject: [
      CreateCharacterSchema,
      UpdateCharacterSchema,
      CreatePresetSchema,
      CreateProductSchema,
      UpdateProductSchema,
    ],
    box: [OpenBoxSchema],
  };
  for (const kind of ['request', 'speech', 'subject', 'box'] as const) {
    it(`include every text of a ${kind} that can contain words`, () => {
      const texts = new Set(BODIES[kind].flatMap((schema) => textsOf(schema as Node)));
      const words = [...texts].filter((path) => !NO_WORDS.includes(path));
      expect(words).to.have.members([...PROMPT_FIELDS[kind]]);
    });
  }

  it('are read at any depth, and missing or non-text values are skipped', () => {
    const body = {
      prompt: 'one',
      reference_images: [{ tag: '@two' }, {}, { tag: '@three' }, null],
      seed: 1,
    };
    expect(readWords(body, PROMPT_FIELDS.request)).to.deep.equal(['one', '@two', '@three']);
    expect(readWords({ prompt: 7, reference_images: 2 }, PROMPT_FIELDS.request)).to.deep.equal([]);
  });
});
