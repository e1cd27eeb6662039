import type { MediaClient } from '../client.js';
import type { Generation } from '../endpoints.js';
import { GenerationFailedError } from '../errors.js';
import type { CompletedGeneration } from '../generations.js';
import type { EventProgress } from '../subscribe.js';
import type { Context } from './command.js';
import type { Terminal } from './terminal.js';

/** Shows the progress of several generations: in one line of a terminal, or as plain lines. */
export class ProgressView {
  private readonly states = new Map<string, string>();
  private readonly stages = new Map<string, string>();

  constructor(private readonly terminal: Terminal) {}

  show(id: string, progress: EventProgress): void {
    const stage = (progress.stage ?? progress.status ?? 'processing').replaceAll('_', ' ');
    this.states.set(id, formatProgress(stage, progress));
    if (this.terminal.isInteractive) {
      const states = [...this.states.values()];
      this.terminal.showProgress(states.join('  |  '));
    } else if (this.stages.get(id) !== stage) {
      this.terminal.note(`${id}  ${this.states.get(id) ?? ''}`);
    }
    this.stages.set(id, stage);
  }

  end(id: string): void {
    this.states.delete(id);
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
 * Follows a generation until its end.
 * @throws {GenerationFailedError} if it failed or was cancelled
 */
export async function follow(
  client: MediaClient,
  id: string,
  view: ProgressView,
  { signal }: Pick<Context, 'signal'>,
): Promise<CompletedGeneration> {
  try {
    for await (const event of client.generations.subscribe(id, { signal })) {
      if (event.type === 'progress') view.show(id, event.data);
      else if (event.type !== 'step') return requireCompleted(event.data);
    }
    // The stream has nothing more: the generation has ended.
    return await client.generations.wait(id, { signal });
  } finally {
    view.end(id);
  }
}

function requireCompleted(generation: Generation): CompletedGeneration {
  if (generation.status !== 'completed') throw new GenerationFailedError(generation);
  return generation as CompletedGeneration;
}

/** Says how to continue with a generation that was accepted. */
export const describeRest = (id: string): string[] => [
  `${id} continues. To get it:  media get ${id} --wait`,
  `To cancel it while it is queued:  media cancel ${id}`,
];
