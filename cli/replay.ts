import { createCommandLine, UsageError } from './command-line.js';
import { replayAll } from './replay-code.js';
import { eventName, readDivergence } from './replay-divergence.js';
import { askTemporal, loadHistory, type Recorded } from './replay-history.js';
import { readAge, replayRecent, type Recent } from './replay-recent.js';

/** Runs that are replayed unless told otherwise: a minute's work. */
const LIMIT = 1_000;
const LIMIT_MAX = 100_000;

const { program, read } = createCommandLine(
  'replay',
  `Runs the workflow code of this checkout against recorded runs, and says where the two differ.
A file is what \`temporal workflow show -w ID -o json\` prints or the Temporal UI downloads; an id is
looked up on the platform that \`npm start\` runs here, unless TEMPORAL_ADDRESS says otherwise.
With --since it replays the runs of that platform that are open or have ended since then: the gate
before a deploy. Its exit code is 1 when one of them differs.`,
);
program
  .argument('[workflow id or history file]')
  .option('--since <AGE>', 'replay the runs of the server since then: 90m, 24h, 7d')
  .option('--limit <N>', 'with --since: runs to replay', String(LIMIT))
  .option('--query <FILTER>', "with --since: a condition of Temporal's list filter")
  .action(() => {
    const { since } = program.opts<{ since?: string }>();
    if ((program.args[0] === undefined) !== (since === undefined)) return;
    program.error('error: name a workflow id or a file, or say --since');
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

/** @returns null when no runs of a server are asked for */
function readRecent(options: Readonly<Record<string, string | undefined>>): Recent | null {
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

async function replayServer(recent: Recent): Promise<number> {
  const { replayed, diverged, skipped, isCut } = await askTemporal('recent runs', (temporal) =>
    replayRecent(temporal, recent, (line) => console.error(line)),
  );
  console.log(
    `since ${recent.since.toISOString()}: ${replayed} replayed, ${diverged} diverge, ${skipped} skipped`,
  );
  if (isCut) console.log(`There are more: the limit is ${recent.limit} runs (--limit).`);
  return diverged > 0 ? 1 : 0;
}

async function replay({ workflowId, events }: Recorded): Promise<number> {
  console.log(`${workflowId}: ${events.length} events`);
  for await (const { problem } of replayAll([{ workflowId, history: { events } }])) {
    if (problem !== null) return tell(problem, events);
  }
  console.log('replayed: no divergence');
  return 0;
}

function tell(problem: string, events: Recorded['events']): number {
  const { event, recorded, code, message } = readDivergence(problem, events);
  const where = event && `diverges at event ${event.eventId} (${eventName(event)})`;
  console.error(where ?? 'cannot be replayed');
  if (recorded !== null) console.error(`  history has  ${recorded}\n  code does    ${code}`);
  console.error(`  ${message.split('\n')[0]}`);
  return 1;
}
