/** Code that must compile and code that must not compile, with types generated from the document. */
export interface TypeCases {
  readonly head: readonly string[];
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

const WRONG_BODIES = [
  "CreateImage = { prompt: 'a fox', aspect_ratio: '16-9' }",
  "CreateImage = { prompt: 'a fox', aspectratio: '16:9' }",
  "CreateImage = { prompt: 'a fox', resolution: '8K' }",
  "CreateImage = { reference_images: [{ tag: '@jacket' }] }",
  "CreateImage = { reference_images: [{ image: 'upl_1', tga: '@jacket' }] }",
  "CreateVideo = { prompt: 'a fox' }",
  "CreateVideo = { model: 'veo-4', prompt: 'a fox' }",
  "CreateVideo = { model: 'veo-3', prompt: 'a fox', duration: 8 }",
  "CreateVideo = { model: 'veo-3', prompt: 'a fox', aspect_ratio: '16-9' }",
  "QuoteRequest = { prompt: 'a fox' }",
  "QuoteRequest = { type: 'sound', prompt: 'a fox' }",
  "QuoteRequest = { type: 'image', prompt: 'a fox', motion_video_seconds: 5 }",
  "CreateWebhook = { url: 'https://example.com', events: ['generation.done'] }",
  "CreateCharacter = { name: 'Ava', gender: 'f', images: ['upl_1'] }",
  "CreateProduct = { name: 'Serum' }",
];

const RIGHT_BODIES = [
  "CreateImage = { prompt: 'a fox' }",
  "CreateImage = { prompt: 'a fox', aspect_ratio: '16:9', resolution: '4K', edit: false }",
  "CreateImage = { scene_image: 'upl_1', reference_images: [{ image: 'upl_2', tag: '@hat' }] }",
  "CreateVideo = { model: 'seedance-2.5', prompt: 'a fox', duration: '8', audio: false }",
  "QuoteRequest = { type: 'image', prompt: 'a fox' }",
  "QuoteRequest = { type: 'video', model: 'veo-3', prompt: 'a fox' }",
  "CreateWebhook = { url: 'https://example.com' }",
  "CreateWebhook = { url: 'https://example.com', events: ['generation.completed'] }",
  "CreateCharacter = { name: 'Ava', gender: 'female', images: ['upl_1'] }",
  'UpdateCharacter = { voice_key: null }',
  "CreateUpload = { content_type: 'image/png' }",
];

const READS = [
  "if (gen.type === 'image') gen.request.has_scene_image satisfies boolean;",
  "if (gen.type === 'video') gen.request.motion_video_seconds satisfies number | null;",
  'list.data[0]?.result?.url satisfies string | undefined;',
  'list.next_cursor satisfies string | null;',
  'failure.error.details?.issues?.[0]?.message satisfies string | undefined;',
];
const WRONG_READS = [
  "if (gen.type === 'video') gen.request.has_scene_image;",
  "if (gen.status === 'done') list.data;",
  'gen.result.url;',
  "if (failure.error.code === 'NOT_FOUNT') list.data;",
];

/** @param named returns the name of a type in the generator's output, for example for `CreateImage` */
export function typescriptCases(imports: string, named: (name: string) => string): TypeCases {
  const declared = (prefix: string, bodies: readonly string[]) =>
    bodies.map((line, at) => {
      const [name = '', value] = line.split(/ = (.*)/s);
      return `export const ${prefix}${at}: ${named(name)} = ${value};`;
    });
  return {
    head: [
      imports,
      `declare const gen: ${named('Generation')};`,
      `declare const list: ${named('GenerationList')};`,
      `declare const failure: ${named('Error')};`,
    ],
    right: [...declared('right', RIGHT_BODIES), ...READS],
    wrong: [...declared('wrong', WRONG_BODIES), ...WRONG_READS],
  };
}

export const PYTHON_CASES: TypeCases = {
  head: [
    'from client.models import *',
    'gen: ImageGeneration | VideoGeneration',
    'page: GenerationList',
  ],
  right: [
    'CreateImage(prompt="a fox")',
    'CreateImage(prompt="a fox", aspect_ratio=ImageAspectRatio.V_16_9, edit=False)',
    'CreateImage(reference_images=[ReferenceImage(image="upl_1", tag="@hat")])',
    'CreateVideo(model=VideoModelId.SEEDANCE_2_5, duration=VideoDuration.V_8)',
    'QuoteImage(type_="image", prompt="a fox")',
    'CreateWebhook(url="https://example.com", events=[EventType.GENERATION_COMPLETED])',
    'cursor: str | None = page.next_cursor',
    'first: ImageGeneration | VideoGeneration = page.data[0]',
  ],
  wrong: [
    'CreateImage(prompt="a fox", aspect_ratio="16-9")',
    'CreateImage(prompt="a fox", aspect_ratio=ImageAspectRatio.V_16_10)',
    'CreateImage(promt="a fox")',
    'CreateImage(reference_images=[ReferenceImage(tag="@hat")])',
    'CreateVideo(prompt="a fox")',
    'CreateVideo(model="veo-4", prompt="a fox")',
    'QuoteVideo(type_="image", model=VideoModelId.VEO_3)',
    'CreateWebhook(url="https://example.com", events=["generation.done"])',
    'page.data[0].nothing',
    'page.next_cursor.upper()',
  ],
};
