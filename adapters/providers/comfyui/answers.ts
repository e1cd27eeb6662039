import { failureOf, type UpstreamAnswer } from '../http.js';
import { entries, fields, text, type Fields } from '../json.js';
import {
  JobFailed,
  ProviderFailure,
  type JobState,
  type ProviderJob,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';

type Kind = ProviderJob['kind'];

/** A job in the queue: `[number, prompt_id, graph, extra_data, outputs]`. */
const idOf = (item: unknown): string | null => text(entries(item)[1]);

/** What clients say of themselves; older servers name a job by an id of their own. */
const clientOf = (item: unknown): string | null => text(fields(entries(item)[3])['client_id']);

/** Whether the server itself, and no proxy, wrote an answer: it is an aiohttp server. */
export const isOwn = ({ headers, json }: Pick<UpstreamAnswer, 'headers' | 'json'>): boolean =>
  String(headers['server']).includes('aiohttp') || 'error' in fields(json);

/** The failure of a call; an order that was refused names the node at fault, but never its input. */
export function refusal(answer: UpstreamAnswer): ProviderFailure {
  const { error, node_errors: nodes } = fields(answer.json);
  const [[id, node] = []] = Object.entries(fields(nodes));
  const { errors, class_type: type } = fields(node);
  const { message, extra_info: info } = fields(entries(errors)[0]);
  const input = text(fields(info)['input_name']);
  const said = [
    text(fields(error)['message']) ?? text(error),
    id === undefined ? null : `node ${id} (${text(type) ?? '?'})`,
    text(message),
    input,
  ];
  return failureOf(answer, said.filter((part) => part !== null).join(': '));
}

/** Where a job stands in the queue; null when it is not there. */
export function placeIn(queue: unknown, id: string): Exclude<JobState, { state: 'done' }> | null {
  const { queue_running: running, queue_pending: pending } = fields(queue);
  if (entries(running).some((item) => idOf(item) === id))
    return { state: 'running', progress: null };
  // A heap, not a list: the lowest number comes first.
  const sorted = entries(pending).toSorted(
    (one, other) => Number(entries(one)[0]) - Number(entries(other)[0]),
  );
  const position = sorted.findIndex((item) => idOf(item) === id);
  return position < 0 ? null : { state: 'queued', position };
}

/** The server's id of the job that we named so, in a queue or in a history; null when it has none. */
export function jobIn(json: unknown, ours: string): string | null {
  const { queue_running: running, queue_pending: pending, ...history } = fields(json);
  const items = [
    ...entries(running),
    ...entries(pending),
    ...Object.values(history).map((entry) => fields(entry)['prompt']),
  ];
  return idOf(items.find((item) => idOf(item) === ours || clientOf(item) === ours));
}

/** The ref of an accepted job. */
export const refOf = (promptId: string, kind: Kind): UpstreamRef => ({ prompt_id: promptId, kind });

const EXTENSIONS: Readonly<Record<Kind, RegExp>> = {
  image: /\.(png|jpe?g|webp)$/i,
  // What is stored is MP4, so a workflow has to save it.
  video: /\.mp4$/i,
};

/**
 * How a job ended. @param entry of the history @throws {JobFailed}
 */
export function endIn(entry: unknown, kind: Kind, url: string): JobState {
  const { status, outputs } = fields(entry);
  if (fields(status)['status_str'] === 'error') throw failed(fields(status));
  const files = Object.values(fields(outputs))
    .flatMap((node) => Object.values(fields(node)).flatMap(entries))
    .map(fields)
    .filter(({ filename }) => EXTENSIONS[kind].test(text(filename) ?? ''));
  // Previews are `temp`; one is better than nothing.
  const file = files.find(({ type }) => type === 'output') ?? files[0];
  if (file === undefined) {
    const wanted = kind === 'image' ? 'picture' : 'MP4';
    throw new JobFailed('rejected', `ComfyUI: the workflow saved no ${wanted}.`);
  }
  return { state: 'done', asset: { url: `${url}/view?${queryOf(file)}` }, costUsd: null };
}

function queryOf({ filename, subfolder, type }: Fields): string {
  return new URLSearchParams({
    filename: text(filename) ?? '',
    subfolder: text(subfolder) ?? '',
    type: text(type) ?? 'output',
  }).toString();
}

/** Messages are `[event, data]`; what the node was given stays where it is. */
function failed({ messages }: Fields): JobFailed {
  const events = entries(messages).map(entries);
  const data = fields(events.find(([event]) => event === 'execution_error')?.[1]);
  const said = text(data['exception_message'])?.trim();
  if (said === undefined) {
    const isStopped = events.some(([event]) => event === 'execution_interrupted');
    return new JobFailed(
      'unavailable',
      `ComfyUI: the job ${isStopped ? 'was stopped' : 'failed'}.`,
    );
  }
  const node = `Node ${text(data['node_id']) ?? '?'} (${text(data['node_type']) ?? '?'})`;
  return new JobFailed('unavailable', `${node}: ${said}`.slice(0, 300));
}
