import type { MediaClient } from '../client.js';
import { requireCompleted } from '../generations.js';
import { poll } from '../poll.js';
import type { EventProgress } from '../subscribe.js';
import type { Context } from './command.js';
import type { Terminal } from './terminal.js';
import { isSpeechId, type CompletedWork } from './work.js';

const REDRAW_MS = 1_000;

/**
 * Shows the progress of several generations: in one line on a terminal, otherwise as separate
 * lines.
 */
export class ProgressView {
  private readonly began = Date.now();
  private readonly states = new Map<string, string>();
  private readonly stages = new Map<string, string>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly terminal: Terminal) {}

  show(id: string, progress: EventProgress): void {
    const stage = (progress.stage ?? progress.status ?? 'processing').replaceAll('_', ' ');
    const state = formatProgress(stage, progress);
    this.states.set(id, state);
    // Redraws while nothing is reported, to show the elapsed time.
    if (this.terminal.isInteractive) this.timer ??= setInterval(() => this.draw(), REDRAW_MS);
    else if (this.stages.get(id) !== stage) this.terminal.note(`${id}  ${state}`);
    this.stages.set(id, stage);
    this.draw();
  }

  end(id: string): void {
    this.states.delete(id);
    if (this.states.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private draw(): void {
    const seconds = Math.floor((Date.now() - this.began) / 1_000);
    this.terminal.showProgress([...this.states.values(), `${seconds} s`].join('  |  '));
  }
}

function formatProgress(stage: string, progress: EventProgress): string {
  const { fraction, queue_position: position, eta_ms: etaMs } = progress;
  return [
    stage,
    ...(typeof position === 'number' ? [`position ${position}`] : []),
    ...(typeof fraction === 'number' ? [`${Math.floor(fraction * 100)} %`] : []),
    ...(typeof etaMs === 'number' ? [`about ${Math.ceil(etaMs / 1_000)} s left`] : []),
  ].join('  ');
}

/**
 * Follows a generation or speech until it has completed.
 * @throws {GenerationFailedError} or `SpeechFailedError`, if it failed or was cancelled
 */
export async function follow(
  client: MediaClient,
  id: string,
  view: ProgressView,
  { signal }: Pick<Context, 'signal'>,
): Promise<CompletedWork> {
  try {
    if (isSpeechId(id)) return await followSpeech(client, id, view, signal);
    for await (const event of client.generations.subscribe(id, { signal })) {
      if (event.type === 'progress') view.show(id, event.data);
      else if (event.type !== 'step') return requireCompleted(event.data);
    }
    // The stream has closed, so the generation has ended.
    return await client.generations.wait(id, { signal });
  } finally {
    view.end(id);
  }
}

/** Polls speech, which has no stream of events. */
async function followSpeech(
  client: MediaClient,
  id: string,
  view: ProgressView,
  signal: AbortSignal,
): Promise<CompletedWork> {
  for await (const { status } of poll(client, 'GET /v1/speech/{id}', id, { signal })) {
    view.show(id, { status });
  }
  return client.speech.wait(id, { signal });
}

/** Describes how to continue with accepted work. */
export const describeRest = (id: string): string[] => [
  `${id} continues. To get it:  media get ${id} --wait`,
  `To cancel it while it is queued:  media cancel ${id}`,
];
