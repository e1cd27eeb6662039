import { join, resolve } from 'node:path';
import { MediaClient } from '../client.js';
import { MediaError } from '../errors.js';
import { CommandError, UsageError, type Environment } from './command.js';
import { readProfile, readText } from './profile.js';
import type { Terminal } from './terminal.js';

/** Address and key of a service. */
export interface Connection {
  readonly apiUrl: string;
  readonly apiKey: string;
}

interface Place {
  readonly env: Environment;
  readonly cwd: string;
  /** The option `--api-url`. */
  readonly given: string | undefined;
}

/** Maximum attempts for a service that has not responded yet. */
const FIRST_ATTEMPTS = 3;
/** Errors before a connection exists: the service cannot have received the request. */
const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The service cannot be reached at all. */
class UnreachableError extends MediaError {}

/**
 * Finds the address and the key: in the environment, in the profile of `media login`, or in the
 * files of a platform that runs from the working folder.
 * @throws {CommandError} if there is none
 */
export function findConnection(place: Place): Connection {
  const saved = readSaved(place);
  const apiUrl = findUrl(place) ?? saved?.apiUrl;
  const apiKey = findKey(place);
  if (apiUrl && apiKey) return { apiUrl: checkUrl(apiUrl), apiKey };
  if (!saved || !apiUrl) {
    const next = 'Run `media login --api-url URL`, or set MEDIA_API_URL and MEDIA_API_KEY.';
    const start = 'In a checkout of the platform, `npm start` is enough.';
    throw new CommandError(`There is no connection to a service. ${next} ${start}`);
  }
  // A saved key is sent only to the service that issued it.
  if (isSame(apiUrl, saved.apiUrl)) return { apiUrl: checkUrl(apiUrl), apiKey: saved.apiKey };
  throw new CommandError(
    `The saved key is for ${saved.apiUrl}, not for ${apiUrl}. Set MEDIA_API_KEY, or run \`media login --api-url ${apiUrl}\`.`,
  );
}

/** Returns the address for `media login`. */
export function findLoginUrl(place: Place): string {
  const url = findUrl(place) ?? readSaved(place)?.apiUrl;
  if (url) return checkUrl(url);
  throw new UsageError('The address of the service is missing: media login --api-url URL');
}

/** Creates a client that reports outages, and gives up soon if the service has never responded. */
export function createClient({ apiUrl, apiKey }: Connection, terminal: Terminal): MediaClient {
  let hasAnswered = false;
  let failures = 0;
  return new MediaClient({
    baseUrl: apiUrl,
    ...(apiKey !== '' && { apiKey }),
    async fetch(url, init) {
      try {
        const response = await globalThis.fetch(url, init);
        if (response.status === 429) describeLimit(response, terminal);
        hasAnswered = true;
        failures = 0;
        return response;
      } catch (error) {
        if (init.signal?.aborted) throw error;
        failures += 1;
        const { code = '' } = ((error as Error).cause ?? {}) as { readonly code?: string };
        if (!hasAnswered && failures >= FIRST_ATTEMPTS && UNREACHABLE.includes(code)) {
          const start = 'Check the address; a platform in a checkout starts with `npm start`.';
          throw new UnreachableError(
            `The service does not answer at ${apiUrl} (${code}). ${start}`,
          );
        }
        if (failures === 1) terminal.note(`The service does not answer at ${apiUrl}; retrying.`);
        throw error;
      }
    },
  });
}

function describeLimit({ headers }: Response, terminal: Terminal): void {
  const seconds = headers.get('Retry-After');
  terminal.note(
    `A limit is reached (429)${seconds ? `; the next attempt can be in ${seconds} s` : ''}.`,
  );
}

const findUrl = ({ given, env }: Place): string | undefined =>
  given ?? (env['MEDIA_API_URL']?.trim() || env['API_URL']?.trim() || undefined);

/**
 * Finds the key. `API_KEY` is a common name, so without an address it counts only if it is a key of
 * this service.
 */
function findKey(place: Place): string | undefined {
  const own = place.env['MEDIA_API_KEY']?.trim();
  if (own) return own;
  const common = place.env['API_KEY']?.trim();
  const isOurs = findUrl(place) !== undefined || common?.startsWith('svc_');
  return common && isOurs ? common : undefined;
}

function readSaved({ env, cwd }: Place): Connection | null {
  const profile = readProfile(env);
  if (profile) return { apiUrl: profile.api_url, apiKey: profile.api_key };
  const file = join(resolve(cwd, env['DATA_DIR']?.trim() || '.data'), 'connection.json');
  const text = readText(file);
  if (text === null) return null;
  try {
    const { api_url: apiUrl, api_key: apiKey } = JSON.parse(text) as Record<string, string>;
    return apiUrl && apiKey ? { apiUrl, apiKey } : null;
  } catch {
    throw new CommandError(`${file} is not JSON. Stop the platform and run \`npm start\` again.`);
  }
}

function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, '');
  throw new UsageError(`The address of the service takes an http or https URL, not "${text}".`);
}

const isSame = (first: string, second: string): boolean =>
  first.replace(/\/+$/, '') === second.replace(/\/+$/, '');
