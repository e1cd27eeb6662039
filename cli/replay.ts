import { fileURLToPath } from 'node:url';
import { makeTelemetryFilterString, Runtime, Worker, type Logger } from '@temporalio/worker';
import { createCommandLine, UsageError } from './command-line.js';
import { eventName, readDivergence, type Divergence } from './replay-divergence.js';
import { loadHistory, readConverter, type Recorded } from './replay-history.js';

const { program, read } = createCommandLine(
  'replay',
  `Runs the workflow code of this checkout against a recorded run, and says where the two differ.
A file is what \`temporal workflow show -w ID -o json\` prints or the Temporal UI downloads; an id is
looked up on the platform that \`npm start\` runs here, unless TEMPORAL_ADDRESS says otherwise.`,
);
program.argument('<workflow id or history file>');

const doNothing = (): void => undefined;

/** A logger that prints nothing, because we print a failure ourselves, and only once. */
const QUIET: Logger = {
  log: doNothing,
  trace: doNothing,
  debug: doNothing,
  info: doNothing,
  warn: doNothing,
  error: doNothing,
};

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  try {
    const help = read(words);
    if (help === null) return await replay(await loadHistory(program.args[0] ?? ''));
    console.log(help);
    return 0;
  } catch (error) {
    console.error(textOf(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function replay(recorded: Recorded): Promise<number> {
  const { workflowId, events } = recorded;
  console.log(`${workflowId}: ${events.length} events`);
  const divergence = await findDivergence(recorded);
  if (!divergence) {
    console.log('replayed: no divergence');
    return 0;
  }
  const { event, recorded: expected, code, message } = divergence;
  const where = event && `diverges at event ${event.eventId} (${eventName(event)})`;
  console.error(where ?? 'cannot be replayed');
  if (expected !== null) console.error(`  history has  ${expected}\n  code does    ${code}`);
  console.error(`  ${message.split('\n')[0]}`);
  return 1;
}

/** Replays a history. Returns where it diverges, or null. */
async function findDivergence({ workflowId, events }: Recorded): Promise<Divergence | null> {
  const logging = { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) };
  Runtime.install({ logger: QUIET, telemetryOptions: { logging } });
  const workflowsPath = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));
  try {
    await Worker.runReplayHistory({ workflowsPath, ...readConverter() }, { events }, workflowId);
    return null;
  } catch (error) {
    return readDivergence(textOf(error), events);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
