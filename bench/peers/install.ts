import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const FOLDER = fileURLToPath(new URL('./systems', import.meta.url));
const DEADLINE_MS = 300_000;

/**
 * Installs the systems that a bench compares with ours. A separate lock file pins them. The product never needs them.
 * @throws npm's error if the registry does not respond
 */
export async function installSystems(): Promise<void> {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', args, { cwd: FOLDER, timeout: DEADLINE_MS });
}
