import type { CreateImage, CreateVideo, Models, QuoteRequest } from '../../api/contract';
import type { UploadedFile } from '../../uploads/media-field';
import type { GenerationRequest } from '../../generations/code-samples';
import type { MediaRole, RequestFiles } from '../../generations/request-files';
import { EMPTY_SCRIPT, toScriptFields, type ScriptDraft } from './script';

/** The form's state. An empty text means the default. */
export interface Draft extends ScriptDraft {
  readonly type: 'image' | 'video';
  readonly prompt: string;
  readonly videoModel: string;
  readonly aspectRatio: string;
  readonly resolution: string;
  readonly duration: string;
  readonly audio: boolean | null;
  /** For a motion clip: whether the person faces the same way as in the clip or as in the image. */
  readonly orientation: string;
  readonly characterId: string | null;
  readonly productId: string | null;
  readonly seed: string;
  /** Number of generations to send. */
  readonly count: number;
  readonly edit: boolean;
  readonly files: Readonly<Partial<Record<MediaRole, readonly UploadedFile[]>>>;
  /** An earlier request's files to add again; empty after the user continues without them. */
  readonly wanted: readonly RequestFiles[];
  /** Directives such as `timeout` or `slow=5`, appended to the prompt. */
  readonly simulate: readonly string[];
}

export const EMPTY_DRAFT: Draft = {
  type: 'image',
  prompt: '',
  ...EMPTY_SCRIPT,
  videoModel: '',
  aspectRatio: '',
  resolution: '',
  duration: '',
  audio: null,
  orientation: '',
  characterId: null,
  productId: null,
  seed: '',
  count: 1,
  edit: false,
  files: {},
  wanted: [],
  simulate: [],
};

/** Returns the chosen model's options. */
export function findOptions({ type, videoModel }: Draft, models: Models) {
  const video = models.video.find(({ id }) => id === videoModel) ?? models.video[0];
  if (type === 'image' || !video) {
    const { image } = models;
    return {
      video: null,
      ratios: image.aspect_ratios,
      standardRatio: '9:16',
      resolutions: image.resolutions,
      durations: [],
      promptMax: null,
      references: image.max_reference_images,
    };
  }
  return {
    video,
    ratios: video.aspect_ratios,
    standardRatio: video.defaults.aspect_ratio,
    resolutions: video.resolutions,
    durations: video.durations,
    promptMax: video.max_prompt_length,
    references: video.max_reference_images,
  };
}

export type Options = ReturnType<typeof findOptions>;

/** Clears values that the model does not offer. */
export function fitTo(options: Options, draft: Draft): Draft {
  const keep = (value: string, offered: readonly string[]) =>
    offered.includes(value) ? value : '';
  return {
    ...draft,
    aspectRatio: keep(draft.aspectRatio, options.ratios),
    resolution: keep(draft.resolution, options.resolutions),
    duration: keep(draft.duration, options.durations),
  };
}

/** The generation request and the request for its price. */
export interface DraftRequest extends GenerationRequest {
  readonly quote: QuoteRequest;
  /** The input that must be added before the request can be sent; null if nothing is missing. */
  readonly missing: 'files' | 'prompt' | 'motion clip' | null;
}

/** Finds the earlier request's files that are not in the form yet. */
export const findMissingFiles = ({ files, wanted }: Draft): readonly RequestFiles[] =>
  wanted.filter(({ role, count }) => (files[role]?.length ?? 0) < count);

/** Converts the form to a request. The server accepts its values: `GET /v1/models` offers them. */
export function toRequest(draft: Draft, options: Options): DraftRequest {
  const { files } = draft;
  const findFirst = (role: MediaRole) => files[role]?.[0]?.id;
  const references = files.reference_images?.map(({ id }) => ({ image: id }));
  const directives = draft.simulate.map((directive) => `simulate:${directive}`);
  const prompt = [draft.prompt.trim(), ...directives].filter(Boolean).join(' ');
  const shared = {
    prompt,
    aspect_ratio: draft.aspectRatio,
    resolution: draft.resolution,
    character_id: draft.characterId ?? undefined,
    product_id: draft.productId ?? undefined,
    character_image: findFirst('character_image'),
    reference_images: references?.length ? references : undefined,
    seed: draft.seed === '' ? undefined : Number(draft.seed),
  };
  if (!options.video) {
    const scene = findFirst('scene_image');
    const body: CreateImage = isFileGiven({
      ...shared,
      scene_image: scene,
      edit: (scene && draft.edit) || undefined,
    });
    return {
      path: '/v1/images',
      body,
      quote: { type: 'image', ...body },
      missing: findMissing(draft, body),
    };
  }
  const body = isFileGiven({
    model: options.video.id,
    ...shared,
    ...toScriptFields(draft, options.video),
    start_frame: findFirst('start_frame'),
    narration_audio: findFirst('narration_audio'),
    motion_video: findFirst('motion_video'),
    motion_orientation: options.video.requires_motion_video ? draft.orientation : undefined,
    duration: draft.duration,
    audio: draft.audio ?? undefined,
  }) as CreateVideo;
  const isMotionless = options.video.requires_motion_video && !body.motion_video;
  const missing = findMissing(draft, body);
  return {
    path: '/v1/videos',
    body,
    quote: { type: 'video', ...body },
    missing: missing !== 'files' && isMotionless ? 'motion clip' : missing,
  };
}

/** Largest seed of a request. */
const SEED_MAX = 2_147_483_647;

/** Returns the requests to send. Each has a different seed, because equal ones give equal results. */
export const repeat = ({ path, body }: GenerationRequest, count: number): GenerationRequest[] =>
  Array.from({ length: count }, (_, at) => {
    const { seed } = body;
    return {
      path,
      body: seed === undefined ? body : { ...body, seed: (seed + at) % (SEED_MAX + 1) },
    };
  });

const isFileGiven = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  );

function findMissing(draft: Draft, body: object): 'files' | 'prompt' | null {
  if (findMissingFiles(draft).length > 0) return 'files';
  // An edit needs the prompt in addition to its image.
  return isBegun(body) && !('edit' in body && !('prompt' in body)) ? null : 'prompt';
}

/** Returns whether the request has an input to generate from. */
const isBegun = (body: object): boolean =>
  ['prompt', 'character_id', 'character_image', 'scene_image', 'product_id', 'start_frame']
    .concat('motion_video')
    .some((field) => field in body);
