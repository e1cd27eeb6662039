#!/usr/bin/env node
// Starts the command line: compiled in the published package, from the sources in a checkout.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const CHECKOUT = new URL('../../../', import.meta.url);

if (!existsSync(new URL('../src/cli/main.ts', import.meta.url))) {
  // Only the packed client has this file.
  await import(new URL('../dist/cli/main.js', import.meta.url));
} else if (module.registerHooks) {
  await import(new URL('tools/ts-hooks.mjs', CHECKOUT));
  await import('../src/cli/main.ts');
} else {
  // The loader of the checkout needs the pinned Node.js, which `npm start` installs.
  const node = fileURLToPath(new URL('node_modules/.bin/node', CHECKOUT));
  const words = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, words, { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both processes; leave the handling to the child.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}
