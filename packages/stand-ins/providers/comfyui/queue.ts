import type { Outcome } from '../upstream-fake.js';
import type { Reply } from '../loopback.js';
import { NODES } from './nodes.js';

/** A prompt that the server accepted. */
export interface Prompt {
  readonly id: string;
  readonly number: number;
  readonly graph: Readonly<Record<string, { readonly class_type: string }>>;
  /** The output nodes that run; nodes that failed the validation are ignored. */
  readonly outputs: readonly string[];
  readonly client: string | null;
  readonly outcome: Outcome;
  state: 'pending' | 'running' | 'ended';
  isStopped: boolean;
  polls: number;
}

/** The page that aiohttp sends for an exception in a handler. */
export const CRASH: Reply = {
  status: 500,
  headers: { server: 'Python/3.12 aiohttp/3.11.18' },
  text: '500 Internal Server Error\n\nServer got itself in trouble',
};

/** An exception that a node threw. */
export interface Exception {
  readonly exception_type: string;
  readonly exception_message: string;
}

const OUT_OF_MEMORY: Exception = {
  exception_type: 'torch.OutOfMemoryError',
  exception_message: 'Allocation on device\nThis error means you ran out of memory.',
};

/** The server's queue: one prompt runs at a time, the lowest number first. */
export class PromptQueue {
  readonly prompts: Prompt[] = [];
  /** The default exception of failing jobs. */
  exception = OUT_OF_MEMORY;
  cancelled = 0;
  interrupts = 0;

  /** Answers `GET /queue`, and advances every job by one step. */
  pollQueue(): Reply {
    const hiccup = this.prompts.find(
      ({ outcome, polls }) => outcome === 'poll_hiccups' && polls < 2,
    );
    if (hiccup) {
      hiccup.polls += 1;
      return CRASH;
    }
    const listByState = (state: Prompt['state']) =>
      this.prompts.filter((prompt) => prompt.state === state).map(toQueueItem);
    // The server returns a heap in memory order, so only the first position is certain.
    const json = {
      queue_running: listByState('running'),
      queue_pending: listByState('pending').toReversed(),
    };
    this.#step();
    return { status: 200, json };
  }

  #step(): void {
    const running = this.prompts.find(({ state }) => state === 'running');
    if (running) running.state = 'ended';
    const [next] = this.prompts
      .filter(({ state, outcome }) => state === 'pending' && outcome !== 'job_stuck')
      .toSorted((one, other) => one.number - other.number);
    if (next) next.state = 'running';
  }

  delete(ids: readonly unknown[]): void {
    for (const prompt of this.prompts.filter(
      ({ id, state }) => ids.includes(id) && state === 'pending',
    )) {
      prompt.state = 'ended';
      prompt.isStopped = true;
      this.cancelled += 1;
    }
  }

  /**
   * Answers `POST /interrupt`: without an id, and always on older servers, stops the running
   * prompt.
   */
  interrupt(id: unknown): void {
    this.interrupts += 1;
    const running = this.prompts.find(({ state }) => state === 'running');
    if (!running || (id !== undefined && running.id !== id)) return;
    running.state = 'ended';
    running.isStopped = true;
    this.cancelled += 1;
  }

  /**
   * Finds the first successful prompt with the same workflow, because the server repeats its
   * outputs.
   */
  #cacheOf(prompt: Prompt): Prompt {
    const asked = JSON.stringify(prompt.graph);
    const first = this.prompts.find(
      ({ number, state, outcome, graph }) =>
        number < prompt.number &&
        state === 'ended' &&
        outcome === 'success' &&
        JSON.stringify(graph) === asked,
    );
    return first ?? prompt;
  }

  /** Returns the history's entries. A prompt deleted while waiting leaves no entry. */
  readHistory(only?: string): Record<string, unknown> {
    const ended = this.prompts.filter(
      ({ id, state, isStopped, outcome }) =>
        state === 'ended' &&
        !isStopped &&
        outcome !== 'job_expires' &&
        (only === undefined || id === only),
    );
    return Object.fromEntries(
      ended.map((prompt) => [
        prompt.id,
        buildHistoryEntry(prompt, buildOutputs(this.#cacheOf(prompt)), this.exception),
      ]),
    );
  }
}

const toQueueItem = ({ number, id, graph, client, outputs }: Prompt) => [
  number,
  id,
  graph,
  { ...(client !== null && { client_id: client }), create_time: 1_763_730_000_000 },
  outputs,
];

function buildHistoryEntry(
  prompt: Prompt,
  outputs: Record<string, unknown>,
  exception: Exception,
): unknown {
  const { id, outcome, graph } = prompt;
  const failed = outcome === 'job_fails';
  const messages: unknown[] = [['execution_start', { prompt_id: id }]];
  const [node = '', { class_type: type } = { class_type: '' }] =
    Object.entries(graph).find(([, { class_type: each }]) => each === 'KSampler') ?? [];
  messages.push(
    failed
      ? [
          'execution_error',
          {
            prompt_id: id,
            node_id: node,
            node_type: type,
            ...exception,
            traceback: ['  File "/srv/comfy/execution.py", line 518, in execute\n'],
            current_inputs: { text: ['the prompt of a caller'] },
          },
        ]
      : ['execution_success', { prompt_id: id }],
  );
  return {
    prompt: toQueueItem(prompt),
    outputs: failed ? {} : outputs,
    status: { status_str: failed ? 'error' : 'success', completed: !failed, messages },
    meta: {},
  };
}

/**
 * Lists the files that the saving nodes wrote to the output folder or, for a preview, to the
 * temporary folder.
 */
function buildOutputs({ id, graph, outputs }: Prompt): Record<string, unknown> {
  return Object.fromEntries(
    outputs.flatMap((node) => {
      const { saves, preview } = NODES[graph[node]?.class_type ?? ''] ?? {};
      if (saves === undefined) return [];
      const file = {
        filename: `${id}_${node}_00001_.${saves}`,
        subfolder: preview ? '' : 'media-generation',
        type: preview ? 'temp' : 'output',
      };
      // The server reports a clip as an animated image.
      return [[node, { images: [file], ...(saves !== 'png' && { animated: [true] }) }]];
    }),
  );
}
