import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** A run takes about five minutes on two idle cores; a busy machine may need several times that. */
export const RUN_MS = 1_200_000;

/** Runs Schemathesis against an API and its document, and waits until it has ended. */
export async function runSchemathesis(
  schemathesis: string,
  cwd: string,
  { args, env = {} }: { readonly args: readonly string[]; readonly env?: Record<string, string> },
): Promise<{ readonly code: number | null; readonly report: string; readonly tested: number }> {
  const child = spawn(schemathesis, [...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_MS,
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const tested = Number(/(\d+) generated/.exec(output)?.[1]);
  return { code, report: `${output}\n${errors}`, tested };
}
