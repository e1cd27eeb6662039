import { NODES, type NodeClass } from './nodes.js';

type Json = Readonly<Record<string, unknown>>;

/** Files in the input folder by the name that nodes load. */
export type InputFiles = ReadonlyMap<string, { readonly isPicture: boolean }>;

interface NodeError {
  readonly type: string;
  readonly message: string;
  readonly details: string;
  readonly extra_info: { readonly input_name: string; readonly received_value?: unknown };
}

/** The body of a 400 response, as built by the server's `validate_prompt`. */
export interface InvalidGraphReply {
  readonly error: Json;
  readonly node_errors: Json;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const buildInvalid = (
  type: string,
  message: string,
  details = '',
  node_errors: Json = {},
): InvalidGraphReply => ({
  error: { type, message, details, extra_info: {} },
  node_errors,
});

/** An accepted graph: the output nodes that will run, and the errors of the other output nodes. */
export interface AcceptedGraph {
  readonly outputs: readonly string[];
  readonly node_errors: Json;
}

/**
 * Validates a graph like the server's `validate_prompt`: every output node with all nodes that it
 * needs. One valid output is enough; the server then runs that output and ignores the others.
 */
export function validate(graph: unknown, files: InputFiles): InvalidGraphReply | AcceptedGraph {
  if (!isObject(graph)) return buildInvalid('no_prompt', 'No prompt provided');
  for (const [id, node] of Object.entries(graph)) {
    const type = isObject(node) ? String(node['class_type']) : '';
    if (isObject(node) && NODES[type] !== undefined) continue;
    const message = `Cannot execute because node ${type} does not exist.`;
    return buildInvalid('invalid_prompt', message, `Node ID '#${id}'`);
  }
  const all = Object.keys(graph).filter(
    (id) => NODES[getClassType(graph, id)]?.saves !== undefined,
  );
  if (all.length === 0) return buildInvalid('prompt_no_outputs', 'Prompt has no outputs');
  const wrong: Record<string, { errors: NodeError[]; dependent_outputs: string[] }> = {};
  for (const output of all) {
    for (const id of findNeededNodes(output, graph)) {
      const { inputs } = graph[id] as { inputs?: Json };
      const errors = findInputErrors(
        NODES[getClassType(graph, id)] as NodeClass,
        inputs ?? {},
        graph,
        files,
      );
      if (errors.length === 0) continue;
      const of = { errors, dependent_outputs: [], class_type: getClassType(graph, id) };
      (wrong[id] ??= of).dependent_outputs.push(output);
    }
  }
  const ignored = Object.values(wrong).flatMap((node) => node.dependent_outputs);
  const outputs = all.filter((output) => !ignored.includes(output));
  if (outputs.length > 0) return { outputs, node_errors: wrong };
  return buildInvalid(
    'prompt_outputs_failed_validation',
    'Prompt outputs failed validation',
    '',
    wrong,
  );
}

const getClassType = (graph: Json, id: string): string => String((graph[id] as Json)['class_type']);

/** Finds a node and all nodes it is linked to. */
function findNeededNodes(output: string, graph: Json): ReadonlySet<string> {
  const found = new Set<string>([output]);
  for (const id of found) {
    const { inputs } = graph[id] as { inputs?: Json };
    for (const link of Object.values(inputs ?? {})) {
      const from: unknown = Array.isArray(link) && link.length === 2 ? link[0] : undefined;
      if (typeof from === 'string' && isObject(graph[from])) found.add(from);
    }
  }
  return found;
}

function findInputErrors(
  known: NodeClass,
  inputs: Json,
  graph: Json,
  files: InputFiles,
): NodeError[] {
  return Object.entries(known.inputs).flatMap(([name, wanted]): NodeError[] => {
    const buildNodeErrors = (type: string, message: string, received?: unknown): NodeError[] => [
      {
        type,
        message,
        details: `${name}, ${String(received)}`,
        extra_info: { input_name: name, received_value: received },
      },
    ];
    if (!(name in inputs)) {
      return known.optional?.includes(name)
        ? []
        : buildNodeErrors('required_input_missing', 'Required input is missing');
    }
    const value = inputs[name];
    if (typeof wanted === 'string') {
      return findLinkType(value, graph) === wanted
        ? []
        : buildNodeErrors(
            'return_type_mismatch',
            'Return type mismatch between linked nodes',
            value,
          );
    }
    if (wanted.kind === 'FILE') {
      const file = files.get(String(value));
      return file && (file.isPicture || !wanted.picture)
        ? []
        : buildNodeErrors('custom_validation_failed', 'Custom validation failed for node', value);
    }
    if (wanted.kind === 'COMBO') {
      return wanted.options.includes(String(value))
        ? []
        : buildNodeErrors('value_not_in_list', 'Value not in list', value);
    }
    if (wanted.kind === 'STRING') {
      return typeof value === 'string' && !value.includes('{{')
        ? []
        : buildNodeErrors(
            'placeholder_left',
            'A value is not a text, or still contains a placeholder',
            value,
          );
    }
    // The server would accept a number as text, but our templates must give the number itself.
    const isNumber =
      typeof value === 'number' && (wanted.kind === 'FLOAT' || Number.isInteger(value));
    if (!isNumber)
      return buildNodeErrors('invalid_input_type', `Failed to convert to ${wanted.kind}`, value);
    if (wanted.kind === 'FLOAT' || (value >= wanted.min && value <= wanted.max)) return [];
    return buildNodeErrors('value_out_of_range', `Value ${value} out of range`, value);
  });
}

/** Returns the type of a `[node, slot]` link; null if the link points to nothing. */
function findLinkType(link: unknown, graph: Json): string | null {
  if (!Array.isArray(link) || link.length !== 2) return null;
  const [id, slot] = link as [unknown, unknown];
  const node = typeof id === 'string' ? graph[id] : undefined;
  if (!isObject(node) || typeof slot !== 'number') return null;
  return NODES[String(node['class_type'])]?.outputs[slot] ?? null;
}
