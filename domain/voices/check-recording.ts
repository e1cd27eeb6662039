import type { Caller } from '../accounts/caller.js';
import {
  RECORDING_BYTES_MAX,
  RECORDING_SECONDS_MAX,
  RECORDING_SECONDS_MIN,
  RECORDING_TYPES,
} from '../catalogue/cloned-voice.js';
import { refuseInvalid } from '../contract/refusal.js';
import type { RequestClaim } from '../durable/answer-once.js';
import { parseFields, type ParsedField } from '../uploads/parse-fields.js';
import { resolveMedia, type ResolveDeps } from '../uploads/resolve-media.js';
import type { StoredFile } from '../uploads/service-file.js';

/** A recording that can be cloned, as an object in our store. */
export interface Recording {
  readonly key: string;
  /** The object's version. */
  readonly etag: string;
  readonly contentType: keyof typeof RECORDING_TYPES;
  /** Whether the request contained it, as a data URL or as a URL of another server. */
  readonly isImport: boolean;
}

const PATH = 'body.recording';

/**
 * Finds the recording of a request, and checks that it can be cloned.
 * @param text the media field
 * @throws {Refusal} VALIDATION_ERROR for other files than WAV and MP3, and for recordings that are
 * too short, too long or too large; NOT_FOUND, RATE_LIMITED, UNAVAILABLE
 */
export async function checkRecording(
  deps: ResolveDeps,
  { caller, claim }: { readonly caller: Caller; readonly claim: RequestClaim },
  text: string,
): Promise<Recording> {
  const field = { path: PATH, text, role: 'voice', tag: null } as const;
  const fields = parseFields([field], deps.mediaBase);
  const [resolved] = await resolveMedia(deps, caller, claim, fields);
  if (!resolved) throw new TypeError('A parsed field was not resolved.');
  const { file } = resolved;
  const contentType = checkSound(file);
  const facts = await deps.store.stat(file.key);
  if (!facts) throw refuseGone();
  if (facts.size > RECORDING_BYTES_MAX) {
    throw refuse(`has ${facts.size} bytes; the maximum is ${RECORDING_BYTES_MAX}`);
  }
  return { key: file.key, etag: facts.etag, contentType, isImport: isImport(resolved.field) };
}

const isImport = ({ reference: { kind } }: ParsedField): boolean =>
  kind === 'data' || kind === 'url';

function checkSound({ contentType, durationSeconds }: StoredFile): Recording['contentType'] {
  if (contentType !== 'audio/wav' && contentType !== 'audio/mpeg') {
    throw refuse(`is ${contentType}; WAV or MP3 is needed`);
  }
  // Rounded, so that the message never contradicts itself.
  const seconds = Number((durationSeconds ?? 0).toFixed(1));
  if (seconds < RECORDING_SECONDS_MIN || seconds > RECORDING_SECONDS_MAX) {
    const range = `${RECORDING_SECONDS_MIN} to ${RECORDING_SECONDS_MAX}`;
    throw refuse(`lasts ${seconds} seconds; ${range} are needed`);
  }
  return contentType;
}

const refuse = (message: string) => refuseInvalid([{ path: PATH, message }]);

/** Builds the refusal of a file that was deleted during the request. */
export const refuseGone = () => refuse('was deleted during the request; send it again');
