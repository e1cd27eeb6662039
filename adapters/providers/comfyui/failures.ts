import type { VendorAnswer } from '../../http/send.js';
import { toEntries, toFields, toNonEmptyText, type Fields } from '../../http/json.js';
import { buildProviderFailure } from '../http.js';
import { JobFailed, ProviderFailure } from '../../../domain/ports/provider.js';

/**
 * Failures of an operator's server. Callers get the names of nodes, inputs and types. Exception
 * messages and details can contain paths and values, so only operators get them.
 */

interface NodeProblem {
  /** Text for callers that names the node, its class, the problem and the input. */
  readonly words: string;
  readonly details: string | null;
}

/** Reads the first entry of `node_errors`; null without an entry. */
function findNodeProblem(json: unknown): NodeProblem | null {
  const [[id, node] = []] = Object.entries(toFields(toFields(json)['node_errors']));
  if (id === undefined) return null;
  const { errors, class_type: type } = toFields(node);
  const { message, details, extra_info: info } = toFields(toEntries(errors)[0]);
  const input = toNonEmptyText(toFields(info)['input_name']);
  const words = [`node ${id} (${toNonEmptyText(type) ?? '?'})`, toNonEmptyText(message), input];
  return {
    words: words.filter((part) => part !== null).join(': '),
    details: toNonEmptyText(details),
  };
}

/** Converts a refused call to a failure. */
export function buildCallFailure(answer: VendorAnswer): ProviderFailure {
  const { error } = toFields(answer.json);
  const problem = findNodeProblem(answer.json);
  const said = [toNonEmptyText(toFields(error)['message']), problem?.words ?? null];
  const { kind, message, status, retryAfterMs } = buildProviderFailure(
    answer,
    said.filter((part) => part !== null).join(': '),
  );
  const hidden =
    problem?.details ?? toNonEmptyText(toFields(error)['details']) ?? toNonEmptyText(error);
  return new ProviderFailure(kind, message, status, retryAfterMs, hidden);
}

/**
 * Finds the refusal of a part of an accepted order; null if nothing was refused. The server accepts
 * a workflow if at least one of its outputs is valid, and ignores the other outputs, so the result
 * would differ from the order.
 */
export function findPartialRefusal(json: unknown): ProviderFailure | null {
  const problem = findNodeProblem(json);
  if (problem === null) return null;
  const message = `The server would run only a part of the workflow: ${problem.words}`;
  return new ProviderFailure('rejected', message.slice(0, 300), null, null, problem.details);
}

/**
 * Temporary exception types and messages: a retry can succeed. After all other exceptions, a retry
 * fails too.
 */
const OUT_OF_MEMORY = /out ?of ?memory|memoryerror|allocation on device/i;

/**
 * Converts a failed job's messages. A message is `[event, data]`; the node's inputs are never
 * included.
 */
export function buildJobFailure({ messages }: Fields): JobFailed {
  const events = toEntries(messages).map(toEntries);
  const error = events.find(([event]) => event === 'execution_error');
  if (error === undefined) {
    const isStopped = events.some(([event]) => event === 'execution_interrupted');
    const words = `ComfyUI: the job ${isStopped ? 'was stopped' : 'failed'}.`;
    return new JobFailed('unavailable', words);
  }
  const data = toFields(error[1]);
  const said = toNonEmptyText(data['exception_message'])?.trim() ?? '';
  const given = toNonEmptyText(data['exception_type']) ?? '';
  const type = /^[\w.<>]{1,100}$/.test(given) ? given : 'exception';
  const node = `Node ${toNonEmptyText(data['node_id']) ?? '?'} (${toNonEmptyText(data['node_type']) ?? '?'})`;
  const kind = OUT_OF_MEMORY.test(`${type} ${said}`) ? 'unavailable' : 'rejected';
  return new JobFailed(kind, `${node}: ${type}.`.slice(0, 300), null, null, toNonEmptyText(said));
}
