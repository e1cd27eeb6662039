import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProviderFailure } from '../../../domain/ports/provider.js';
import { isGraph, placeholdersIn, type Graph } from './graph.js';

/** A workflow that the operator has put into the folder. */
export interface Template {
  /** Without the folder, for messages. */
  readonly file: string;
  readonly graph: Graph;
  readonly placeholders: ReadonlySet<string>;
}

/** Names of models, never paths. */
const NAME = /^[A-Za-z0-9][\w.-]*$/;

export const refused = (why: string): ProviderFailure =>
  new ProviderFailure('rejected', `ComfyUI: ${why}`.slice(0, 300));

/** Whether the folder has a workflow for a model. */
export const hasTemplate = (folder: string, model: string): boolean =>
  NAME.test(model) && existsSync(join(folder, `${model}.json`));

/**
 * The workflows of a model: `<model>.json`, then its variants `<model>.<anything>.json` by name. Read
 * anew for every job, so a changed file counts at once.
 * @throws {ProviderFailure} `rejected` when there is none, or one cannot be used
 */
export async function templatesOf(folder: string, model: string): Promise<Template[]> {
  if (!hasTemplate(folder, model)) throw refused('no workflow for this model.');
  const files = await readdir(folder).catch(() => []);
  const variants = files
    .filter((file) => file.startsWith(`${model}.`) && file.endsWith('.json'))
    .filter((file) => file !== `${model}.json`)
    .toSorted();
  return Promise.all([`${model}.json`, ...variants].map((file) => templateIn(folder, file)));
}

async function templateIn(folder: string, file: string): Promise<Template> {
  const graph = parsed(await readFile(join(folder, file), 'utf8').catch(() => ''));
  if (!isGraph(graph)) throw refused(`${file} is no workflow in API format.`);
  return { file, graph, placeholders: placeholdersIn(graph) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
