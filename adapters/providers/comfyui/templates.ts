import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProviderFailure } from '../../../domain/ports/provider.js';
import { isGraph, findPlaceholders, type Graph } from './graph.js';

/** A workflow in the operator's folder. */
export interface Template {
  /** The workflow's file name without its folder, for messages. */
  readonly file: string;
  readonly graph: Graph;
  readonly placeholders: ReadonlySet<string>;
}

/** Valid model names; a path is never valid. */
const NAME = /^[A-Za-z0-9][\w.-]*$/;

export const buildTemplateRefusal = (why: string): ProviderFailure =>
  new ProviderFailure('rejected', `ComfyUI: ${why}`.slice(0, 300));

/** Returns whether the folder has a workflow for a model. */
export const hasTemplate = (folder: string, model: string): boolean =>
  NAME.test(model) && existsSync(join(folder, `${model}.json`));

/**
 * Reads a model's workflows: `<model>.json`, then its variants `<model>.<anything>.json` by name.
 * They are read again for every job, so a changed file takes effect immediately.
 * @throws {ProviderFailure} `rejected` if there is no workflow or one is invalid
 */
export async function readTemplates(folder: string, model: string): Promise<Template[]> {
  if (!hasTemplate(folder, model)) throw buildTemplateRefusal('no workflow for this model.');
  const files = await readdir(folder).catch(() => []);
  const variants = files
    .filter((file) => file.startsWith(`${model}.`) && file.endsWith('.json'))
    .filter((file) => file !== `${model}.json`)
    .toSorted();
  return Promise.all([`${model}.json`, ...variants].map((file) => readTemplate(folder, file)));
}

async function readTemplate(folder: string, file: string): Promise<Template> {
  const graph = parseJson(await readFile(join(folder, file), 'utf8').catch(() => ''));
  if (!isGraph(graph)) throw buildTemplateRefusal(`${file} is not a workflow in API format.`);
  return { file, graph, placeholders: findPlaceholders(graph) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
