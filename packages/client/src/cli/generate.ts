import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import type { MediaClient } from '../client.js';
import type { CreateImage, CreateSpeech, CreateVideo } from '../endpoints.js';
import { GenerationFailedError, SpeechFailedError } from '../errors.js';
import {
  CommandError,
  numberOf,
  UsageError,
  valueOf,
  type Command,
  type Context,
} from './command.js';
import { describeCharge, describeError, describeRepeat, NOT_CHARGED } from './describe-error.js';
import { FIELD_OPTIONS, SPEECH_FORMATS, type WorkType } from './field-options.js';
import { buildBody } from './fields.js';
import { describeRest, follow, ProgressView } from './follow.js';
import { showPicture } from './picture.js';
import { planTarget, SAVE_OPTIONS, saveResult, type Target } from './save.js';
import { formatCredits } from './show.js';
import { COUNT_MAX, WORK_TYPES } from './work-types.js';
import type { Work } from './work.js';

/** Input of one result of a command. */
interface Job {
  readonly context: Context;
  readonly command: Command;
  readonly client: MediaClient;
  readonly body: CreateImage | CreateVideo | CreateSpeech;
  readonly target: Target;
  readonly view: ProgressView;
}

const createCommand = (type: WorkType, examples: readonly string[]): Command => {
  const command: Command = {
    name: type,
    usage: `<${WORK_TYPES[type].input}>`,
    words: { min: 0, max: Infinity },
    help: WORK_TYPES[type].help,
    options: [
      ...FIELD_OPTIONS[type],
      ...WORK_TYPES[type].options,
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

async function generate(context: Context, command: Command, type: WorkType): Promise<number> {
  const { values, terminal } = context;
  const count = numberOf(values, 'count', { initial: 1, max: COUNT_MAX });
  const words = context.words.join(' ').trim();
  // A picture can be described by its options alone.
  const isDescribed = type !== 'speech' && FIELD_OPTIONS[type].some(({ name }) => values.has(name));
  if (words === '' && !isDescribed) {
    const { input, sample } = WORK_TYPES[type];
    throw new UsageError(`A ${input} is required: media ${type} "${sample}"`);
  }
  if (count > 1 && values.has('seed')) {
    throw new UsageError('--count with --seed would give the same result several times.');
  }
  const client = context.connect();
  const target = await planTarget(context, values.has('no-wait') ? 1 : count);
  const body = {
    ...(type === 'speech' && chooseFormat(context)),
    ...(await buildBody(context, type, words)),
  };
  const job = { context, command, client, body, target, view: new ProgressView(terminal) };
  const key = valueOf(values, 'idempotency-key') ?? randomUUID();
  const codes = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      generateOne(job, type, count === 1 ? key : `${key}-${index + 1}`, index),
    ),
  );
  return Math.max(...codes);
}

/** Chooses the format of speech by the name of its file. */
function chooseFormat({ values }: Context): Pick<CreateSpeech, 'format'> {
  const extension = extname(valueOf(values, 'out') ?? '').toLowerCase();
  const format = SPEECH_FORMATS.find((one) => extension === `.${one}`);
  return format ? { format } : {};
}

/**
 * Generates one result. Reports its failure instead of throwing it, so that the others continue.
 */
async function generateOne(
  job: Job,
  type: WorkType,
  idempotencyKey: string,
  index: number,
): Promise<number> {
  const { context, client, body, command } = job;
  const { terminal, signal } = context;
  let accepted: Work | null = null;
  try {
    const { endpoint } = WORK_TYPES[type];
    accepted = await client.request(endpoint, { body, idempotencyKey, signal });
    terminal.note(`${accepted.id} accepted for ${formatCredits(accepted.credits)}`);
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
  accepted: Work | null,
  idempotencyKey: string,
  signal: AbortSignal,
): string[] {
  // These errors already contain it.
  const isComplete = [GenerationFailedError, SpeechFailedError, CommandError].some(
    (type) => error instanceof type,
  );
  if (isComplete) return [];
  if (accepted) return describeRest(accepted.id);
  if (signal.aborted) return [describeRepeat(idempotencyKey)];
  const isSaid = error instanceof Error && error.message.includes(NOT_CHARGED);
  return isSaid ? [] : [describeCharge(error)];
}

/** Exit code after Ctrl-C: 128 plus the number of SIGINT. */
export const INTERRUPTED = 130;

/** Waits for work, saves its result, and prints the path. */
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
  terminal.note(`${id} completed for ${formatCredits(charged)}`);
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
  'media video "a woman in a shop" --model veo-3 --script "Good morning." --voice grace',
]);

export const speechCommand = createCommand('speech', [
  'media speech "Good morning." --voice grace --out morning.mp3',
  'media speech "$(cat letter.txt)" --format mp3 --speed 0.9',
]);
