import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

export interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly restart?: string;
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly mem_limit?: string;
  readonly ulimits?: { readonly fsize?: number };
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** Reads a file of the checkout as text. */
export function fileText(path: string): Promise<string> {
  return readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** Reads docker-compose.yml with its anchors resolved and its variables as written. */
export async function readCompose(): Promise<Compose> {
  return parse(await fileText('docker-compose.yml'), { merge: true });
}

/** Names that docker-compose.yml takes from `.env`. */
export async function composeVariables(): Promise<Set<string>> {
  return names(await fileText('docker-compose.yml'), /(?<!\$)\$\{?([A-Z][A-Z0-9_]*)/g);
}

/** Names that `.env.example` documents, set or commented out. */
export async function documentedVariables(): Promise<Set<string>> {
  return names(await fileText('.env.example'), /^(?:# )?([A-Z][A-Z0-9_]*)=/gm);
}

/** Lists the environment variables that a source file reads. Each name is a literal in the file. */
export async function variablesRead(path: string): Promise<Set<string>> {
  return names(await fileText(path), /'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PROVENANCE)'/g);
}

function names(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
}
