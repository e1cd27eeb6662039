import { randomUUID } from 'node:crypto';
import type { MediaClient } from '../client.js';
import type { CreateImage, CreateVideo, Generation } from '../endpoints.js';
import { GenerationFailedError } from '../errors.js';
import {
  CommandError,
  numberOf,
  UsageError,
  valueOf,
  type Command,
  type Context,
} from './command.js';
import { describeCharge, describeError, describeRepeat, NOT_CHARGED } from './describe-error.js';
import { FIELD_OPTIONS } from './field-options.js';
import { buildBody } from './fields.js';
import { describeRest, follow, ProgressView } from './follow.js';
import { showPicture } from './picture.js';
import { planTarget, SAVE_OPTIONS, saveResult, type Target } from './save.js';

const COUNT_MAX = 4;

/** Input of one generation of a command. */
interface Job {
  readonly context: Context;
  readonly command: Command;
  readonly client: MediaClient;
  readonly body: CreateImage | CreateVideo;
  readonly target: Target;
  readonly view: ProgressView;
}

const createCommand = (type: 'image' | 'video', examples: readonly string[]): Command => {
  const command: Command = {
    name: type,
    usage: '<prompt>',
    words: { min: 0, max: Infinity },
    help: `Generates ${type === 'image' ? 'an image' : 'a clip'}, waits for it and saves it.`,
    options: [
      ...FIELD_OPTIONS[type],
      { name: 'count', value: 'N', help: `number of results, 1 to ${COUNT_MAX}; each is charged` },
      ...SAVE_OPTIONS,
      { name: 'no-wait', help: 'print the id and end' },
      {
        name: 'idempotency-key',
        value: 'KEY',
        help: 'the same key repeats a request without a second charge',
      },
    ],
    examples,
    run: (context) => generate(context, command, type),
  };
  return command;
};

async function generate(
  context: Context,
  command: Command,
  type: 'image' | 'video',
): Promise<number> {
  const { values, terminal } = context;
  const count = numberOf(values, 'count', { initial: 1, max: COUNT_MAX });
  const prompt = context.words.join(' ').trim();
  if (prompt === '' && FIELD_OPTIONS[type].every(({ name }) => !values.has(name))) {
    throw new UsageError(`A prompt is required: media ${type} "a red fox in snow"`);
  }
  if (count > 1 && values.has('seed')) {
    throw new UsageError('--count with --seed would give the same result several times.');
  }
  const client = context.connect();
  const target = await planTarget(context, values.has('no-wait') ? 1 : count);
  const body = await buildBody(context, type, prompt);
  const job = { context, command, client, body, target, view: new ProgressView(terminal) };
  const key = valueOf(values, 'idempotency-key') ?? randomUUID();
  const codes = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      generateOne(job, type, count === 1 ? key : `${key}-${index + 1}`, index),
    ),
  );
  return Math.max(...codes);
}

/**
 * Generates one result. Reports its failure instead of throwing it, so that the other generations
 * continue.
 */
async function generateOne(
  job: Job,
  type: 'image' | 'video',
  idempotencyKey: string,
  index: number,
): Promise<number> {
  const { context, client, body, command } = job;
  const { terminal, signal } = context;
  let accepted: Generation | null = null;
  try {
    const endpoint = type === 'image' ? 'POST /v1/images' : 'POST /v1/videos';
    accepted = await client.request(endpoint, { body, idempotencyKey, signal });
    terminal.note(`${accepted.id} accepted for ${accepted.credits} credits`);
    if (context.values.has('no-wait')) {
      if (context.isJson) terminal.printJson(accepted);
      else terminal.print(accepted.id);
      for (const line of describeRest(accepted.id)) terminal.note(line);
      return 0;
    }
    job.view.show(accepted.id, { status: accepted.status });
    await finish(context, accepted.id, job.target, index, job.view);
    return 0;
  } catch (error) {
    if (!signal.aborted) for (const line of describeError(error, command)) terminal.note(line);
    for (const line of describeNext(error, accepted, idempotencyKey, signal)) terminal.note(line);
    return signal.aborted ? INTERRUPTED : 1;
  }
}

/** Describes the charge and the next step after an error. */
function describeNext(
  error: unknown,
  accepted: Generation | null,
  idempotencyKey: string,
  signal: AbortSignal,
): string[] {
  // These errors already contain it.
  if (error instanceof GenerationFailedError || error instanceof CommandError) return [];
  if (accepted) return describeRest(accepted.id);
  if (signal.aborted) return [describeRepeat(idempotencyKey)];
  const isSaid = error instanceof Error && error.message.includes(NOT_CHARGED);
  return isSaid ? [] : [describeCharge(error)];
}

/** Exit code after Ctrl-C: 128 plus the number of SIGINT. */
export const INTERRUPTED = 130;

/** Waits for a generation, saves its result, and prints the path. */
export async function finish(
  context: Context,
  id: string,
  target: Target,
  index = 0,
  view = new ProgressView(context.terminal),
): Promise<void> {
  const { terminal, isJson } = context;
  const ended = await follow(context.connect(), id, view, context);
  const file = await saveResult(context, ended, target, index);
  await showPicture(context, ended);
  const charged = ended.credits - ended.refunded_credits;
  terminal.note(`${id} completed for ${charged} credits`);
  if (isJson) terminal.printJson({ ...ended, file });
  else terminal.print(file);
}

export const imageCommand = createCommand('image', [
  'media image "a red fox in snow"',
  'media image "a red fox in snow" --ratio 16:9 --resolution 4K --out fox.webp',
  'media image "at night" --scene fox.webp --edit',
  'media image "a red fox" --count 4 --json | jq -r .file',
]);

export const videoCommand = createCommand('video', [
  'media video "the fox runs" --model seedance-2.5 --first-frame fox.webp',
  'media video "waves at dusk" --model veo-3-fast --no-wait',
]);
