// Adds the optional packages of other platforms to package-lock.json. npm omits them if the
// registry did not have them, and `npm ci` then rejects the lock file (npm/cli #4828). Run this
// script after `npm install`; it adds only packages with an exact version.
import { readFile, writeFile } from 'node:fs/promises';

const LOCKFILE = new URL('../package-lock.json', import.meta.url);
const OS = /(darwin|win32|android|freebsd|openbsd|netbsd|linux|sunos|aix|openharmony)/;
const CPU = /(arm64|x64|ia32|arm|ppc64|s390x|riscv64|loong64|mips64el)/;

const lock = JSON.parse(await readFile(LOCKFILE, 'utf8'));
const packages = { ...lock.packages };
let added = 0;
for (const [path, owner] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (packages[place] || packages[`${path}/${place}`] || !/^\d/.test(version)) continue;
    const os = OS.exec(name)?.[1];
    const cpu = CPU.exec(name)?.[1];
    packages[place] = {
      version,
      ...(cpu && { cpu: [cpu] }),
      ...(owner.dev && { dev: true }),
      license: owner.license,
      optional: true,
      ...(os && { os: [os] }),
    };
    added += 1;
  }
}
const sorted = Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(sorted);
await writeFile(LOCKFILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} optional packages added`);
