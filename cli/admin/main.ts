import { COMMANDS } from './commands.js';
import type { Outcome } from './command.js';
import { describeFailure } from './failure.js';
import { openAdmin } from './open.js';
import { readRequest, type Request } from './parse.js';
import { toText } from './print.js';

// Sets the exit code instead of calling exit(), so that a pipe receives all output.
process.exitCode = await main(process.argv.slice(2));

/** `npm run admin -- <command>` runs a command for operators. @returns the exit code */
async function main(words: readonly string[]): Promise<number> {
  const json = words.includes('--json');
  try {
    const request = readRequest(words, COMMANDS);
    if ('help' in request) {
      console.log(json ? JSON.stringify({ usage: request.help }) : request.help);
      return 0;
    }
    const { data, note, text = toText(data), exitCode = 0 } = await run(request);
    console.log(json ? JSON.stringify(data) : [note, text].filter(Boolean).join('\n'));
    return exitCode;
  } catch (error) {
    const { code, message, exitCode } = describeFailure(error);
    if (json) console.log(JSON.stringify({ error: { code, message } }));
    else console.error(message);
    return exitCode;
  }
}

async function run({ command, input }: Exclude<Request, { help: string }>): Promise<Outcome> {
  const admin = await openAdmin();
  try {
    return await command.run(admin, input);
  } finally {
    await admin.close();
  }
}
