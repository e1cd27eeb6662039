import type { MediaClient } from '../client.js';
import type { Endpoints } from '../endpoints.js';
import { numberOf, UsageError, valueOf, type Command, type Context } from './command.js';
import { FIELD_OPTIONS, type WorkType } from './field-options.js';
import { buildBody } from './fields.js';
import { describeRest } from './follow.js';
import { finish, INTERRUPTED } from './generate.js';
import { PICTURE_OPTION, planTarget, SAVE_OPTIONS } from './save.js';
import { describeWork, formatCredits, formatRow } from './show.js';
import { callsOf, type Work } from './work.js';

const TYPES = ['image', 'video', 'speech'] as const;
/** Options of every type. The first option of a name describes it. */
const QUOTED = (['video', 'image', 'speech'] as const).flatMap((type) => FIELD_OPTIONS[type]);
const STATUSES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;
const LIST_MAX = 10_000;
const PAGE_MAX = 100;

const isType = (name: string | undefined): name is WorkType => TYPES.some((type) => type === name);

export const listCommand: Command = {
  name: 'list',
  usage: '',
  words: { min: 0, max: 0 },
  help: 'Lists the generations of the account, newest first; with --type speech, its speech.',
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
      type: valueOf(values, 'type') as WorkType | undefined,
      status: valueOf(values, 'status') as (typeof STATUSES)[number] | undefined,
      q: valueOf(values, 'query'),
      limit: Math.min(left, PAGE_MAX),
    };
    const given = Object.fromEntries(
      Object.entries(query).filter(([, value]) => value !== undefined),
    );
    for await (const one of listWork(connect(), given, signal)) {
      if (isJson) terminal.printJson(one);
      else terminal.print(formatRow(one, terminal.columns));
      left -= 1;
      if (left === 0) break;
    }
    return 0;
  },
};

type ListQuery = Endpoints['GET /v1/speech']['query'];

function listWork(
  { generations, speech }: MediaClient,
  { type, ...query }: ListQuery & { readonly type?: WorkType; readonly q?: string },
  signal: AbortSignal,
): AsyncIterable<Work> {
  if (type !== 'speech') return generations.list({ ...query, ...(type && { type }) }, { signal });
  if ('q' in query) throw new UsageError('--query is not an option of --type speech.');
  return speech.list(query, { signal });
}

export const getCommand: Command = {
  name: 'get',
  usage: '<id>',
  words: { min: 1, max: 1 },
  help: 'Shows a generation or speech. With --wait or --out, saves its result.',
  options: [
    { name: 'wait', help: 'wait for its end, and save it' },
    ...SAVE_OPTIONS,
    PICTURE_OPTION,
  ],
  examples: ['media get gen_0123…', 'media get gen_0123… --wait --out fox.webp'],
  async run(context) {
    const [id = ''] = context.words;
    const { values, terminal, signal } = context;
    if (values.has('wait') || values.has('out')) return save(context, id);
    const work = await callsOf(context.connect(), id).get(id, { signal });
    if (context.isJson) terminal.printJson(work);
    else for (const line of describeWork(work)) terminal.print(line);
    return 0;
  },
};

async function save(context: Context, id: string): Promise<number> {
  const { terminal, signal, values } = context;
  try {
    const target = await planTarget(context, 1);
    const { status } = await callsOf(context.connect(), id).get(id, { signal });
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

export const cancelCommand: Command = {
  name: 'cancel',
  usage: '<id>',
  words: { min: 1, max: 1 },
  help: 'Cancels a generation or speech that is still queued, with a full refund.',
  options: [],
  examples: ['media cancel gen_0123…'],
  async run({ words: [id = ''], terminal, isJson, signal, connect }) {
    const work = await callsOf(connect(), id).cancel(id, { signal });
    if (isJson) terminal.printJson(work);
    else terminal.print(`${id} ${work.status}, ${formatCredits(work.refunded_credits)} refunded`);
    return 0;
  },
};

export const quoteCommand: Command = {
  name: 'quote',
  usage: 'image|video|speech <prompt>',
  words: { min: 1, max: Infinity },
  choices: TYPES,
  help: 'Prices a request without generating anything. Local files are uploaded.',
  options: QUOTED.filter(
    ({ name }, index) => QUOTED.findIndex((one) => one.name === name) === index,
  ),
  examples: [
    'media quote image "a red fox" --resolution 4K',
    'media quote video "waves" --model veo-3',
    'media quote speech "$(cat letter.txt)"',
  ],
  async run(context) {
    const { terminal, isJson, signal } = context;
    const [type, ...rest] = context.words;
    if (!isType(type)) throw new UsageError('quote needs image, video or speech.');
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
      terminal.print(formatCredits(credits));
      terminal.note(`${formatCredits(available)} available${affordable ? '' : ': not enough'}`);
    }
    return 0;
  },
};
