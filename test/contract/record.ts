import { readFile, writeFile } from 'node:fs/promises';

/** The document's example responses, errors and events, with their names in the document. */
export type Examples = Record<'answers' | 'errors' | 'events', Record<string, unknown>>;

const FILE = new URL('../../api/openapi/examples.json', import.meta.url);

export const readExamples = async (): Promise<Examples> =>
  JSON.parse(await readFile(FILE, 'utf8')) as Examples;

export const writeExamples = (examples: Examples): Promise<void> =>
  writeFile(FILE, `${JSON.stringify(examples, null, 2)}\n`);

const HEX = '0123456789abcdef';

/** Values that differ between runs, and their replacements in the document. */
const MASKS: readonly [RegExp, string][] = [
  [/([a-z]{3,4}_)[0-9a-f]{32}(?![0-9a-f])/g, `$1${HEX}${HEX}`],
  [/(box_)[0-9a-f]{24}(?![0-9a-f])/g, `$1${HEX}${HEX.slice(0, 8)}`],
  [/(?<=evt_low_acc_[0-9a-f]{32}_)\d{8}/g, '20251121'],
  [/http:\/\/127\.0\.0\.1:9\//g, 'https://example.com/'],
  [
    /"upload_url":"[^"]*"/g,
    `"upload_url":"https://files.example.com/media/staging?X-Amz-Signature=${HEX}"`,
  ],
  [/http:\/\/(?:localhost|127\.0\.0\.1):\d+/g, 'http://localhost:8080'],
  [
    /(\/(?:outputs|uploads|staging|characters|products)\/[^/"\\]+\/)[A-Za-z0-9_-]{32}/g,
    `$1${HEX}${HEX}`,
  ],
  [/\b(?=[a-z]*[2-7])[a-z2-7]{20}\b/g, 'a2b3c4d5e6f7a2b3c4d5'],
  [/(\/connect\/)[0-9a-f]{64}/g, `$1${HEX.repeat(4)}`],
  [/whsec_[A-Za-z0-9+/]+=*/g, `whsec_${'MDEyMzQ1Njc4OWFiY2RlZg'.repeat(2).slice(0, 43)}=`],
  [/svc_live_[0-9A-Za-z]+/g, 'svc_live_0123456'],
  [/("(?:next_)?cursor":)"[^"]*"/g, '$1"MTc2MzcwMDAwMDAwMC5nZW5fMDEyMzQ1Njc4OWFiY2RlZg"'],
  [/\b1[6-9]\d{11}\b/g, '1763700000000'],
  [/("duration_ms":)\d+/g, '$112'],
  [/("seed":)\d+/g, '$11234567'],
];

/** Gives a real response fixed ids and times, and keeps only the first entry of each list. */
export function asExample(answer: unknown): unknown {
  const text = MASKS.reduce((all, [what, by]) => all.replaceAll(what, by), JSON.stringify(answer));
  return shortened(JSON.parse(text));
}

/** Keeps the first entry of a list of objects. A list of plain values is not changed. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shown = typeof value[0] === 'object' ? value.slice(0, 1) : value;
    return shown.map(shortened);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shortened(member)]),
  );
}

/** Lists the names and types of everything in a value. Two similar examples have the same list. */
export function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => shapeOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) {
    return [`${path}: ${value === null ? 'null' : typeof value}`];
  }
  return Object.entries(value)
    .flatMap(([name, member]) => shapeOf(member, `${path}.${name}`))
    .toSorted();
}
