import { createCommandLine, UsageError } from './command-line.js';
import { replayAll } from './replay-code.js';
import { formatEventName, readDivergence } from './replay-divergence.js';
import { askTemporal, loadHistory, type RecordedRun } from './load-history.js';
import { readAge, replayRecent, type RecentRunFilter } from './replay-recent.js';

/** Default number of runs to replay: about a minute of work. */
const LIMIT = 1_000;
const LIMIT_MAX = 100_000;

const { program, read } = createCommandLine(
  'replay',
  `Replays recorded runs against the workflow code of this checkout, and reports where they diverge.
A history file is the output of \`temporal workflow show -w ID -o json\` or a download from the Temporal
UI. An id is read from the platform that \`npm start\` runs here, or from the one at TEMPORAL_ADDRESS.
With --since, it replays the runs of that platform that are open or ended since then. Use this as a
check before a deploy: its exit code is 1 if a run diverges.`,
);
program
  .argument('[workflow id or history file]')
  .option('--since <AGE>', 'replay the runs of the server in this period: 90m, 24h, 7d')
  .option('--limit <N>', 'with --since: maximum number of runs', String(LIMIT))
  .option('--query <FILTER>', "with --since: a condition of Temporal's list filter")
  .action(() => {
    const { since } = program.opts<{ since?: string }>();
    if ((program.args[0] === undefined) !== (since === undefined)) return;
    program.error('error: pass a workflow id or a history file, or --since');
  });

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  try {
    const help = read(words);
    if (help !== null) {
      console.log(help);
      return 0;
    }
    const recent = readRecent(program.opts());
    return recent
      ? await replayServer(recent)
      : await replay(await loadHistory(program.args[0] ?? ''));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** @returns null if --since is not given */
function readRecent(options: Readonly<Record<string, string | undefined>>): RecentRunFilter | null {
  const { since, limit, query } = options;
  if (since === undefined) return null;
  const count = Number(limit);
  if (!Number.isInteger(count) || count < 1 || count > LIMIT_MAX) {
    throw new UsageError(`--limit must be a whole number from 1 to ${LIMIT_MAX}, not ${limit}`);
  }
  return {
    since: new Date(Date.now() - readAge(since)),
    limit: count,
    query: query?.trim() || null,
  };
}

async function replayServer(recent: RecentRunFilter): Promise<number> {
  const { replayed, diverged, skipped, isCut } = await askTemporal('recent runs', (temporal) =>
    replayRecent(temporal, recent, (line) => console.error(line)),
  );
  console.log(
    `since ${recent.since.toISOString()}: ${replayed} replayed, ${diverged} diverge, ${skipped} skipped`,
  );
  if (isCut)
    console.log(`More runs matched: only the first ${recent.limit} were replayed (--limit).`);
  return diverged > 0 ? 1 : 0;
}

async function replay({ workflowId, events }: RecordedRun): Promise<number> {
  console.log(`${workflowId}: ${events.length} events`);
  for await (const { problem } of replayAll([{ workflowId, history: { events } }])) {
    if (problem !== null) return reportDivergence(problem, events);
  }
  console.log('replayed: no divergence');
  return 0;
}

function reportDivergence(problem: string, events: RecordedRun['events']): number {
  const { event, recorded, code, message } = readDivergence(problem, events);
  const where = event && `diverges at event ${event.eventId} (${formatEventName(event)})`;
  console.error(where ?? 'cannot be replayed');
  if (recorded !== null) console.error(`  history has  ${recorded}\n  code does    ${code}`);
  console.error(`  ${message.split('\n')[0]}`);
  return 1;
}
