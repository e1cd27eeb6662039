import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runWithProgress } from './progress.mjs';

const TOOLS = dirname(fileURLToPath(import.meta.url));
const run = promisify(execFile);

/**
 * Builds a tool from the pins in this folder.
 * @param {import('./pins.mjs').ToolName} name
 * @param {import('./pins.mjs').Pin} pin
 * @param {string} folder empty work folder; receives the executable file `name`
 * @returns {Promise<boolean>} false if this machine has no compiler for the tool; rejects with the
 * end of the compiler's output if the build fails
 */
export async function build(name, pin, folder) {
  return pin.goPackage ? buildWithGo(name, pin, folder) : assembleWithMaven(name, pin, folder);
}

async function buildWithGo(name, pin, folder) {
  if (!(await hasGo())) return false;
  const title = `Building ${name} ${pin.version} from source (first time only, may take about 7 minutes)`;
  const flags = ['-ldflags', `-s -w ${pin.ldflags}`, '-o', join(folder, name)];
  await runWithProgress(title, 'go', ['build', ...flags, pin.goPackage], {
    cwd: TOOLS,
    // The user's Go settings (vendoring, workspaces) must not change the build.
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOWORK: 'off' },
  });
  return true;
}

/** Checks that Go is at least 1.21, because it downloads the toolchain that go.mod requires. */
async function hasGo() {
  const text = await readFirstLine('go', ['version']);
  const [, major, minor] = /go(\d+)\.(\d+)/.exec(text ?? '') ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 21);
}

async function assembleWithMaven(name, pin, folder) {
  if (!(await readFirstLine('mvn', ['--version'])) || !(await hasJava())) return false;
  const goal = ['-B', '-q', '-f', join(TOOLS, 'pom.xml'), 'dependency:copy-dependencies'];
  const target = [`-DoutputDirectory=${join(folder, 'lib')}`, '-DincludeScope=runtime'];
  const title = `Fetching ${name} ${pin.version} with Maven (first time only)`;
  await runWithProgress(title, 'mvn', [...goal, ...target], { cwd: folder });
  await checkSums(join(TOOLS, 'test-server.sha256'), join(folder, 'lib'));
  await writeFile(join(folder, name), LAUNCHER);
  await chmod(join(folder, name), 0o755);
  return true;
}

/**
 * Rejects unless a folder contains exactly the files in a list written by `sha256sum`.
 * @param {string} list
 * @param {string} folder
 */
export async function checkSums(list, folder) {
  const lines = (await readFile(list, 'utf8')).trim().split('\n');
  const expected = new Map(lines.map((line) => line.split(/\s+/).toReversed()));
  const files = await readdir(folder);
  const missing = [...expected.keys()].filter((name) => !files.includes(name));
  if (missing.length > 0) throw new Error(`Missing from the download: ${missing.join(', ')}`);
  for (const name of files) {
    const actual = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex');
    if (actual !== expected.get(name)) {
      throw new Error(`the SHA-256 of ${name} is ${actual}, not ${expected.get(name)}`);
    }
  }
}

/** Checks only the exit code, because `java -version` writes to standard error. */
async function hasJava() {
  return (await readFirstLine('java', ['-version'])) !== null;
}

// Uses `exec`, because the Temporal SDK stops only the process that it has started. The JVM flags
// halve the start time.
const LAUNCHER = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto \\
  -cp "$here/lib/*" io.temporal.testserver.TestServer "$@"
`;

/**
 * Returns the first line that a command prints.
 * @returns {Promise<string | null>} null if the command is not installed or fails
 */
export async function readFirstLine(command, args) {
  try {
    const { stdout } = await run(command, args, { timeout: 20_000 });
    return stdout.split('\n', 1)[0];
  } catch {
    // The command is missing or broken, so the caller tries the next alternative.
    return null;
  }
}
