import {
  GENERATION_ASSERTION,
  mayHaveManifest,
  type CredentialFile,
  type CredentialManifest,
  type CredentialReport,
} from '../../../domain/ports/content-credentials.js';

/*
 * Turns the library's JSON into a report. The JSON repeats the contents of an untrusted file, so
 * every list and text is truncated.
 */

const MANIFESTS_MAX = 50;
const ENTRIES_MAX = 50;
const TEXT_MAX = 200;

type Json = Readonly<Record<string, unknown>>;

interface Status {
  readonly code: string;
  readonly label: string;
}

/** Builds the report of a file that has manifests. */
export function buildReport(json: string): CredentialReport {
  const store = JSON.parse(json) as Json;
  const statuses = listStatuses(store);
  const chain = listChain(store).map(([label, manifest]) =>
    describe(
      label,
      manifest,
      statuses.filter((one) => one.label === label),
    ),
  );
  const isValid = ['Valid', 'Trusted'].includes(readText(store['validation_state']) ?? '');
  return { state: isValid ? 'valid' : 'invalid', chain };
}

/**
 * Builds the report of a file whose manifests cannot be read; most such files do not have a
 * manifest.
 */
export function reportUnreadable({ bytes }: CredentialFile, error: string): CredentialReport {
  const hasNone = error.includes('JumbfNotFound') || !mayHaveManifest(bytes);
  return { state: hasNone ? 'none' : 'invalid', chain: [] };
}

/** Lists the active manifest and then the manifests of its ingredients, each once. */
function listChain(store: Json): [string, Json][] {
  const manifests = asObject(store['manifests']);
  const found = new Map<string, Json>();
  const waiting = [readText(store['active_manifest'])];
  while (waiting.length > 0 && found.size < MANIFESTS_MAX) {
    const label = waiting.shift();
    if (!label || found.has(label) || !Object.hasOwn(manifests, label)) continue;
    const manifest = asObject(manifests[label]);
    found.set(label, manifest);
    waiting.push(
      ...listObjects(manifest['ingredients']).map((one) => readText(one['active_manifest'])),
    );
  }
  return [...found];
}

function describe(label: string, manifest: Json, statuses: readonly Status[]): CredentialManifest {
  const signature = asObject(manifest['signature_info']);
  const [generator = {}] = listObjects(manifest['claim_generator_info']);
  const assertions = listObjects(manifest['assertions']);
  const named = (name: string) =>
    assertions
      .filter((one) => readText(one['label'])?.startsWith(name))
      .map((one) => asObject(one['data']));
  const [generation] = named(GENERATION_ASSERTION);
  const codes = new Set(statuses.map(({ code }) => code));
  return {
    label,
    issuer: readText(signature['issuer']),
    commonName: readText(signature['common_name']),
    trusted: codes.has('signingCredential.trusted'),
    generator: readText(generator['name']),
    actions: named('c2pa.actions')
      .flatMap((data) => listObjects(data['actions']))
      .map((one) => ({
        action: readText(one['action']) ?? '',
        digitalSourceType: readText(one['digitalSourceType']),
        softwareAgent: readText(asObject(one['softwareAgent'])['name'] ?? one['softwareAgent']),
        when: readText(one['when']),
      })),
    ingredients: listObjects(manifest['ingredients']).map((one) => ({
      relationship: readText(one['relationship']) ?? '',
      manifest: readText(one['active_manifest']),
    })),
    generation: generation ? readTexts(generation) : null,
    problems: [...codes].filter((code) => !HARMLESS.has(code)),
  };
}

/** Codes that are not problems, because `trusted` already expresses both. */
const HARMLESS = new Set(['signingCredential.trusted', 'signingCredential.untrusted']);

/** Lists failed checks and trusted certificates, with the manifest that each is about. */
function listStatuses(store: Json): Status[] {
  const found: Status[] = [];
  const visit = (checks: Json) => {
    for (const one of listObjects(checks['failure'])) add(one);
    for (const one of listObjects(checks['success'])) {
      if (one['code'] === 'signingCredential.trusted') add(one);
    }
  };
  const add = (one: Json) => {
    const label = /\/c2pa\/([^/]+)/.exec(readText(one['url']) ?? '')?.[1] ?? '';
    found.push({ code: readText(one['code']) ?? '', label });
  };
  const visitAll = (results: Json) => {
    visit(asObject(results['activeManifest']));
    for (const one of listObjects(results['ingredientDeltas']))
      visit(asObject(one['validationDeltas']));
  };
  visitAll(asObject(store['validation_results']));
  for (const [, manifest] of listChain(store)) {
    for (const one of listObjects(manifest['ingredients']))
      visitAll(asObject(one['validation_results']));
  }
  return found;
}

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

const listObjects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.slice(0, ENTRIES_MAX).map(asObject) : [];

const readText = (value: unknown): string | null =>
  typeof value === 'string' ? value.slice(0, TEXT_MAX) : null;

const readTexts = (value: Json): Record<string, string> =>
  Object.fromEntries(
    Object.entries(value)
      .slice(0, ENTRIES_MAX)
      .map(([name, text]) => [name.slice(0, TEXT_MAX), readText(text) ?? '']),
  );
