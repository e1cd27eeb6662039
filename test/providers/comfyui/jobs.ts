import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createComfyUiProvider } from '../../../adapters/providers/comfyui/provider.js';
import type { QueuedProvider } from '../../../domain/ports/provider.js';
import type { ImageJob, JobInputs, VideoJob } from '../../../domain/ports/provider-job.js';
import { PATIENT_MS } from '../conformance/subject.js';
import {
  startComfyUiFake,
  type ComfyUiFake,
} from '@media-platform/stand-ins/providers/comfyui/fake.js';
import { NO_PICTURES, pictureOf, PLAIN_VIDEO } from '../jobs.js';

const EXAMPLES = new URL('../../../docs/comfyui-workflows/', import.meta.url);

type Nodes = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/** Reads an example workflow of the documentation. */
export const example = async (name: string): Promise<Nodes> =>
  JSON.parse(await readFile(new URL(name, EXAMPLES), 'utf8')) as Nodes;

const FRAME = await pictureOf('#3a7');

const FACTS = {
  generationId: 'gen_comfy',
  seed: 77,
  attempt: 1,
  prompt: 'a kite',
  fullPrompt: 'A red kite over dunes.',
};

export const imageJob = (
  inputs: Partial<JobInputs> = {},
  over: Partial<ImageJob> = {},
): ImageJob => ({
  ...FACTS,
  kind: 'image',
  upstreamModel: 'service-image',
  aspectRatio: '4:5',
  resolution: '1K',
  width: 928,
  height: 1152,
  edit: false,
  inputs: { ...NO_PICTURES, ...inputs },
  ...over,
});

export const videoJob = (over: Partial<VideoJob> = {}): VideoJob => ({
  ...PLAIN_VIDEO,
  ...FACTS,
  upstreamModel: 'wan-2.6',
  seconds: 5,
  firstFrame: FRAME,
  ...over,
});

/** Folder with the workflows of one test. */
export interface Workflows {
  readonly folder: string;
  /** @param workflow parsed JSON, or the text of the file */
  put(file: string, workflow: unknown): Promise<void>;
  remove(): Promise<void>;
}

/** Copies the two example workflows of the documentation to a folder. */
export async function workflows(): Promise<Workflows> {
  const folder = await mkdtemp(join(tmpdir(), 'comfyui-workflows-'));
  const put = (file: string, workflow: unknown) =>
    writeFile(
      join(folder, file),
      typeof workflow === 'string' ? workflow : JSON.stringify(workflow),
    );
  for (const name of ['service-image.json', 'wan-2.6.json']) await put(name, await example(name));
  return { folder, put, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Starts a fake ComfyUI and an adapter that uses it, by default with the workflows of the
 * documentation.
 */
export async function startComfyUi(
  workflowsDir = fileURLToPath(EXAMPLES),
  deadlineMs = PATIENT_MS,
): Promise<{ readonly provider: QueuedProvider; readonly fake: ComfyUiFake }> {
  const fake = await startComfyUiFake();
  const settings = {
    url: `${fake.url}/`,
    workflowsDir,
    submitDeadlineMs: deadlineMs,
    uploadDeadlineMs: deadlineMs,
  };
  return { provider: createComfyUiProvider(settings), fake };
}
