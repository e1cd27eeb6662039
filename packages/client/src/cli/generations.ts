import type { Generation } from '../endpoints.js';
import { numberOf, UsageError, valueOf, type Command, type Context } from './command.js';
import { FIELD_OPTIONS } from './field-options.js';
import { buildBody } from './fields.js';
import { describeRest } from './follow.js';
import { finish, INTERRUPTED } from './generate.js';
import { planTarget, SAVE_OPTIONS } from './save.js';

const TYPES = ['image', 'video'] as const;
const STATUSES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;
const LIST_MAX = 10_000;
const PAGE_MAX = 100;

export const listCommand: Command = {
  name: 'list',
  usage: '',
  words: { min: 0, max: 0 },
  help: 'Lists the generations of the account, newest first.',
  options: [
    { name: 'type', value: 'TYPE', choices: TYPES, help: 'only this type' },
    { name: 'status', value: 'STATUS', choices: STATUSES, help: 'only this status' },
    { name: 'query', value: 'TEXT', help: 'only prompts and titles with this text' },
    { name: 'limit', value: 'N', help: 'at most so many (default 20)' },
  ],
  examples: ['media list --status failed', 'media list --limit 1000 --json > generations.jsonl'],
  async run({ values, terminal, isJson, signal, connect }) {
    let left = numberOf(values, 'limit', { initial: 20, max: LIST_MAX });
    // The service checks the values and lists the known ones.
    const query = {
      type: valueOf(values, 'type') as (typeof TYPES)[number] | undefined,
      status: valueOf(values, 'status') as (typeof STATUSES)[number] | undefined,
      q: valueOf(values, 'query'),
      limit: Math.min(left, PAGE_MAX),
    };
    const given = Object.fromEntries(
      Object.entries(query).filter(([, value]) => value !== undefined),
    );
    for await (const one of connect().generations.list(given, { signal })) {
      if (isJson) terminal.printJson(one);
      else terminal.print(formatRow(one, terminal.columns));
      left -= 1;
      if (left === 0) break;
    }
    return 0;
  },
};

function formatRow(generation: Generation, columns: number): string {
  const { id, type, status, credits, refunded_credits: refunded, created_at: at } = generation;
  const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const cost = String(credits - refunded).padStart(4);
  const row = `${id}  ${type}  ${status.padEnd(10)}  ${cost}  ${time}  `;
  const prompt = (generation.request.prompt ?? '').replaceAll(/\s+/g, ' ');
  return row + prompt.slice(0, Math.max(20, columns - row.length - 1));
}

export const getCommand: Command = {
  name: 'get',
  usage: '<id>',
  words: { min: 1, max: 1 },
  help: 'Shows a generation. With --wait or --out, saves its result.',
  options: [{ name: 'wait', help: 'wait for its end, and save it' }, ...SAVE_OPTIONS],
  examples: ['media get gen_0123…', 'media get gen_0123… --wait --out fox.webp'],
  async run(context) {
    const [id = ''] = context.words;
    const { values, terminal, signal } = context;
    if (values.has('wait') || values.has('out')) return save(context, id);
    const generation = await context.connect().generations.get(id, { signal });
    if (context.isJson) terminal.printJson(generation);
    else for (const line of describe(generation)) terminal.print(line);
    return 0;
  },
};

async function save(context: Context, id: string): Promise<number> {
  const { terminal, signal, values } = context;
  try {
    const target = await planTarget(context, 1);
    const { status } = await context.connect().generations.get(id, { signal });
    if (!values.has('wait') && (status === 'queued' || status === 'processing')) {
      throw new UsageError(`${id} is ${status}. Add --wait to wait for its end.`);
    }
    await finish(context, id, target);
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    for (const line of describeRest(id)) terminal.note(line);
    return INTERRUPTED;
  }
}

function describe(generation: Generation): string[] {
  const { id, type, model, status, credits, refunded_credits: refunded, request } = generation;
  const { result, error, progress, timeline } = generation;
  const rows: [string, string | null | undefined][] = [
    ['Id', id],
    ['Status', status],
    ['Type', `${type}, ${model}`],
    ['Prompt', request.prompt],
    ['Credits', refunded > 0 ? `${credits}, ${refunded} refunded` : `${credits}`],
    [
      'Progress',
      typeof progress?.fraction === 'number' ? `${Math.floor(progress.fraction * 100)} %` : null,
    ],
    ['Error', error && `${error.code}: ${error.message}`],
    ...timeline.map(({ stage, message }): [string, string] => [stage, message]),
    ['Result', result?.url],
    ['Preview', result?.thumbnail_url],
    ['Dashboard', result?.library_url],
  ];
  return rows.flatMap(([name, value]) => (value ? [`${name.padEnd(10)} ${value}`] : []));
}

export const cancelCommand: Command = {
  name: 'cancel',
  usage: '<id>',
  words: { min: 1, max: 1 },
  help: 'Cancels a generation that is still queued, with a full refund.',
  options: [],
  examples: ['media cancel gen_0123…'],
  async run({ words: [id = ''], terminal, isJson, signal, connect }) {
    const generation = await connect().generations.cancel(id, { signal });
    if (isJson) terminal.printJson(generation);
    else
      terminal.print(`${id} ${generation.status}, ${generation.refunded_credits} credits refunded`);
    return 0;
  },
};

export const quoteCommand: Command = {
  name: 'quote',
  usage: 'image|video <prompt>',
  words: { min: 1, max: Infinity },
  choices: TYPES,
  help: 'Prices a request without generating anything. Local files are uploaded.',
  options: [
    ...FIELD_OPTIONS.video,
    ...FIELD_OPTIONS.image.filter(({ field }) =>
      FIELD_OPTIONS.video.every((one) => one.field !== field),
    ),
  ],
  examples: [
    'media quote image "a red fox" --resolution 4K',
    'media quote video "waves" --model veo-3',
  ],
  async run(context) {
    const { terminal, isJson, signal } = context;
    const [type, ...rest] = context.words;
    if (type !== 'image' && type !== 'video') throw new UsageError('quote needs image or video.');
    const other = this.options.find(
      ({ name }) =>
        context.values.has(name) && FIELD_OPTIONS[type].every((one) => one.name !== name),
    );
    if (other) throw new UsageError(`--${other.name} is not an option of ${type}.`);
    const body = await buildBody(context, type, rest.join(' ').trim());
    const quote = await context
      .connect()
      .request('POST /v1/quote', { body: { type, ...body } as never, signal });
    if (isJson) terminal.printJson(quote);
    else {
      const { credits, affordable, available_credits: available } = quote;
      terminal.print(`${credits} credits`);
      terminal.note(`${available} credits available${affordable ? '' : ': not enough'}`);
    }
    return 0;
  },
};
