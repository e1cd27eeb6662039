import { describeImages, PLAIN, rewriteTags, tagNames } from '../picture-list.js';
import type {
  ImageJob,
  JobInputs,
  JobMedia,
  VisualJob,
  TaggedImage,
} from '../../../domain/ports/provider-job.js';
import type { PlaceholderValue } from './graph.js';
import { buildTemplateRefusal, type Template } from './templates.js';

/**
 * Values for a workflow: texts and numbers that are filled in, and files that are uploaded first.
 */
export interface JobValues {
  readonly facts: ReadonlyMap<string, PlaceholderValue>;
  readonly files: ReadonlyMap<string, JobMedia>;
}

/** The allowed placeholder names; the number in `frames_16` is the frame rate. */
const KNOWN =
  /^(prompt|seed|width|height|seconds|frames(_\d+)?|aspect_ratio|resolution|audio|first_frame|scene|(character|product)_[123]|reference_[1-8]|motion_clip|motion_orientation|narration)$/;
const FRAME_RATE = 24;

/**
 * Chooses a model's first workflow that fits a job.
 * @throws {ProviderFailure} `rejected` if no workflow fits
 */
export function chooseTemplate(templates: readonly Template[], job: VisualJob): Template {
  const problems = templates.map((template) => findTemplateProblem(template, job));
  const at = problems.indexOf(null);
  const found = templates[at];
  if (found === undefined) throw buildTemplateRefusal(`no workflow fits: ${problems.join('; ')}.`);
  return found;
}

/** Returns why a workflow cannot make this job; null if it can. */
function findTemplateProblem({ file, placeholders }: Template, job: VisualJob): string | null {
  const { facts, files } = collectJobValues(job, placeholders);
  for (const name of placeholders) {
    if (!KNOWN.test(name)) return `${file} has {{${name}}}, which means nothing`;
    if (!facts.has(name) && !files.has(name)) {
      return `${file} wants {{${name}}}, which this request has not`;
    }
  }
  // One photo of a face, or of an item, is enough. If any other file is unused, the result would
  // differ from the order.
  const used = new Set([...placeholders].map(toGroupName));
  const left = [...files.keys()].find((name) => !used.has(toGroupName(name)));
  return left === undefined ? null : `${file} has no place for {{${left}}}`;
}

const toGroupName = (name: string): string => name.replace(/^(character|product)_\d$/, '$1');

/** Builds all values for a workflow with these placeholders. Pure. */
export function collectJobValues(job: VisualJob, placeholders: ReadonlySet<string>): JobValues {
  const facts: [string, PlaceholderValue][] = [
    ['prompt', buildPrompt(job, placeholders)],
    ['seed', job.seed],
    ['width', job.width],
    ['height', job.height],
    ['aspect_ratio', job.aspectRatio],
    ['resolution', job.resolution],
  ];
  if (job.kind === 'image') {
    const { scene, characters, products, references } = job.inputs;
    return {
      facts: new Map(facts),
      files: new Map([
        ...(scene === null ? [] : [['scene', scene] as const]),
        ...assignFileNumbers('character', characters),
        ...assignFileNumbers('product', products),
        ...assignFileNumbers('reference', pickImages(references)),
      ]),
    };
  }
  const { seconds, audio, firstFrame, references, narration, motion } = job;
  const rates = [...placeholders].flatMap((name) => /^frames_(\d+)$/.exec(name)?.[1] ?? []);
  facts.push(['seconds', seconds], ['audio', audio], ['frames', countFrames(FRAME_RATE, seconds)]);
  facts.push(
    ...rates.map(
      (rate) =>
        [`frames_${rate}`, countFrames(Number(rate), seconds)] as [string, PlaceholderValue],
    ),
  );
  if (motion !== null) facts.push(['motion_orientation', motion.orientation]);
  return {
    facts: new Map(facts),
    files: new Map([
      ['first_frame', firstFrame] as const,
      ...assignFileNumbers('reference', pickImages(references)),
      ...(narration === null ? [] : [['narration', narration] as const]),
      ...(motion === null ? [] : [['motion_clip', motion.clip] as const]),
    ]),
  };
}

/** Counts a clip's frames: open video models need a multiple of four or eight frames, plus one. */
const countFrames = (rate: number, seconds: number): number => rate * seconds + 1;

const pickImages = (references: readonly TaggedImage[]) => references.map(({ image }) => image);

const assignFileNumbers = (name: string, media: readonly JobMedia[]) =>
  media.map((file, index) => [`${name}_${index + 1}`, file] as const);

/**
 * Builds the prompt, which numbers the images in the workflow's order: scene, faces, products,
 * references.
 */
function buildPrompt(job: VisualJob, placeholders: ReadonlySet<string>): string {
  if (job.kind === 'image') {
    return describeImages({ ...job, inputs: pickUsedInputs(job, placeholders) }).prompt;
  }
  // Image 1 is the first frame, so references are numbered after it.
  return rewriteTags(job.fullPrompt, tagNames(job.references, PLAIN, 1));
}

function pickUsedInputs({ inputs }: ImageJob, placeholders: ReadonlySet<string>): JobInputs {
  const isUsed = (name: string) => (_file: unknown, index: number) =>
    placeholders.has(`${name}_${index + 1}`);
  return {
    scene: placeholders.has('scene') ? inputs.scene : null,
    characters: inputs.characters.filter(isUsed('character')),
    products: inputs.products.filter(isUsed('product')),
    references: inputs.references.filter(isUsed('reference')),
  };
}
