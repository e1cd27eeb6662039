// Compiles the package to `dist`, before npm packs it. The sources take their types from the
// contracts of the server; the published ones must not depend on the server, so they are written
// from openapi.json.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeTypes } from './write-types.mjs';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
const SOURCES = join(DIST, 'src');
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
);

rmSync(DIST, { recursive: true, force: true });
cpSync(join(HERE, 'src'), SOURCES, { recursive: true });
const document = JSON.parse(readFileSync(join(HERE, '..', '..', 'openapi.json'), 'utf8'));
writeFileSync(join(SOURCES, 'endpoints.ts'), writeTypes(document));
// The command line needs the types of Node.js; the client must compile without them.
for (const project of ['tsconfig.json', 'tsconfig.cli.json']) {
  execFileSync(process.execPath, [compiler, '-p', join(HERE, project)], { stdio: 'inherit' });
}
rmSync(SOURCES, { recursive: true });
