import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Outcome {
  readonly code: number | null;
  /** The text of both streams, standard output first. */
  readonly text: string;
}

const DEADLINE_MS = 120_000;

/** Runs a tool and waits until it has ended. A nonzero exit code is a result, not a failure. */
export async function runTool(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: DEADLINE_MS,
    // Linters would check for updates and report them in the output.
    env: {
      ...process.env,
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      REDOCLY_TELEMETRY: 'off',
      ...env,
    },
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, text: `${output}\n${errors}` };
}
