import { toFields } from '../../http/json.js';

/** A workflow in API format: nodes by id. */
export type Graph = Readonly<Record<string, unknown>>;

/** The value that replaces a placeholder in a workflow. */
export type PlaceholderValue = string | number | boolean;

const PLACEHOLDER = /\{\{\s*([a-z]\w*)\s*\}\}/g;
const ALONE = /^\{\{\s*([a-z]\w*)\s*\}\}$/;

/**
 * Returns whether JSON is a workflow in API format; the editor's format has `nodes` and `links`
 * instead.
 */
export function isGraph(json: unknown): json is Graph {
  const nodes = Object.values(toFields(json));
  return (
    nodes.length > 0 && nodes.every((node) => typeof toFields(node)['class_type'] === 'string')
  );
}

/** Finds the names of all `{{name}}` placeholders in a workflow's texts. */
export function findPlaceholders(json: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  mapTexts(json, (text) => {
    for (const [, name = ''] of text.matchAll(PLACEHOLDER)) found.add(name);
    return text;
  });
  return found;
}

/**
 * Replaces every placeholder in a workflow. A text that is only one placeholder becomes the value
 * itself, so a number stays a number. Placeholders inside values are not replaced.
 */
export function fill(graph: Graph, values: ReadonlyMap<string, PlaceholderValue>): Graph {
  return mapTexts(graph, (text) => {
    const alone = values.get(ALONE.exec(text)?.[1] ?? '');
    if (alone !== undefined) return alone;
    return text.replace(PLACEHOLDER, (all, name: string) => String(values.get(name) ?? all));
  }) as Graph;
}

/** Finds the ids of the nodes that save files under a name. */
export const findSavingNodes = (graph: unknown): readonly string[] =>
  Object.entries(toFields(graph)).flatMap(([id, node]) =>
    typeof toFields(toFields(node)['inputs'])['filename_prefix'] === 'string' ? [id] : [],
  );

/**
 * Appends a job's id to the file names of the saving nodes. For an identical workflow, a server
 * would return the first job's file or, on an old server, nothing. With another file name the
 * server writes the file again, from the cached image.
 */
export function nameFiles(graph: Graph, job: string): Graph {
  const named = findSavingNodes(graph).map((id) => {
    const { inputs, ...rest } = toFields(graph[id]);
    const filename_prefix = `${String(toFields(inputs)['filename_prefix'])}-${job}`;
    return [id, { ...rest, inputs: { ...toFields(inputs), filename_prefix } }];
  });
  return { ...graph, ...Object.fromEntries(named) };
}

function mapTexts(json: unknown, change: (text: string) => unknown): unknown {
  if (typeof json === 'string') return change(json);
  if (Array.isArray(json)) return json.map((entry) => mapTexts(entry, change));
  if (typeof json !== 'object' || json === null) return json;
  const mapped = Object.entries(json).map(([name, value]) => [name, mapTexts(value, change)]);
  return Object.fromEntries(mapped) as unknown;
}
