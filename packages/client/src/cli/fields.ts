import { stat } from 'node:fs/promises';
import type { CreateImage, CreateSpeech, CreateVideo } from '../endpoints.js';
import { UsageError, type Context } from './command.js';
import { FIELD_OPTIONS, type WorkType } from './field-options.js';
import { MEDIA, type FieldOption } from './shared-options.js';
import { uploadFile } from './upload.js';

/** Builds the body of a request from the options. Local files are uploaded first. */
export async function buildBody(
  context: Context,
  type: WorkType,
  words: string,
): Promise<CreateImage | CreateVideo | CreateSpeech> {
  const given = FIELD_OPTIONS[type].filter(({ name }) => context.values.has(name));
  // Check everything before the first upload.
  for (const option of given) await checkValues(option, context.values.get(option.name) ?? []);
  const place = type === 'speech' ? 'text' : 'prompt';
  const body: object & Record<string, unknown> = words === '' ? {} : { [place]: words };
  for (const option of given) {
    body[option.field] = await readField(context, option, context.values.get(option.name) ?? []);
  }
  return body;
}

async function checkValues({ kind, name }: FieldOption, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    if (kind === 'integer' && !/^\d+$/.test(text)) {
      throw new UsageError(`--${name} takes a whole number, not "${text}".`);
    }
    if (kind === 'number' && !/^\d+(\.\d+)?$/.test(text)) {
      throw new UsageError(`--${name} takes a number such as 1.5, not "${text}".`);
    }
    if (kind === 'pairs' && !text.includes('=')) {
      throw new UsageError(`--${name} takes KEY=VALUE, not "${text}".`);
    }
    if (kind === 'media') await checkMedia(name, text);
    if (kind === 'references') await checkMedia(name, splitReference(text).image);
  }
}

async function checkMedia(name: string, text: string): Promise<void> {
  if (isRemote(text)) return;
  const found = await stat(text).catch(() => null);
  if (found?.isFile()) return;
  throw new UsageError(`--${name}: there is no file ${text}. It takes ${MEDIA}.`);
}

async function readField(
  context: Context,
  { kind }: FieldOption,
  texts: readonly string[],
): Promise<unknown> {
  const last = texts.at(-1) ?? '';
  switch (kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'integer':
    case 'number':
      return Number(last);
    case 'list':
      return texts;
    case 'pairs':
      return Object.fromEntries(texts.map((text) => splitAt(text, text.indexOf('='))));
    case 'media':
      return provideMedia(context, last);
    case 'references': {
      const references = [];
      for (const text of texts) {
        const { tag, image } = splitReference(text);
        references.push({ ...(tag && { tag }), image: await provideMedia(context, image) });
      }
      return references;
    }
    case undefined:
      return last;
  }
}

const provideMedia = async (context: Context, text: string): Promise<string> =>
  isRemote(text) ? text : (await uploadFile(context, text)).id;

const isRemote = (text: string): boolean => /^(upl_|https?:|data:)/.test(text);

function splitReference(text: string): { readonly tag?: string; readonly image: string } {
  const [, tag, image] = /^@?(\w+)=(.+)$/.exec(text) ?? [];
  return tag && image ? { tag: `@${tag}`, image } : { image: text };
}

const splitAt = (text: string, at: number): [string, string] => [
  text.slice(0, at),
  text.slice(at + 1),
];
