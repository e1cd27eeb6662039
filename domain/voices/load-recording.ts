import type { Caller } from '../accounts/caller.js';
import {
  RECORDING_BYTES_MAX,
  RECORDING_SECONDS_MAX,
  RECORDING_SECONDS_MIN,
  RECORDING_TYPES,
} from '../catalogue/cloned-voice.js';
import { refuseInvalid } from '../contract/refusal.js';
import type { RequestClaim } from '../durable/answer-once.js';
import { parseFields } from '../uploads/parse-fields.js';
import { resolveMedia, type ResolveDeps } from '../uploads/resolve-media.js';
import type { StoredFile } from '../uploads/service-file.js';

export type RecordingDeps = ResolveDeps;

export interface Recording {
  readonly bytes: Buffer;
  readonly contentType: keyof typeof RECORDING_TYPES;
}

const PATH = 'body.recording';

/**
 * Loads the recording of a request.
 * @param text the media field
 * @throws {Refusal} VALIDATION_ERROR for other files than WAV and MP3, and for recordings that are
 * too short, too long or too large; NOT_FOUND, RATE_LIMITED, UNAVAILABLE
 */
export async function loadRecording(
  deps: RecordingDeps,
  { caller, claim }: { readonly caller: Caller; readonly claim: RequestClaim },
  text: string,
): Promise<Recording> {
  const field = { path: PATH, text, role: 'voice', tag: null } as const;
  const fields = parseFields([field], deps.mediaBase);
  const [resolved] = await resolveMedia(deps, caller, claim, fields);
  if (!resolved) throw new TypeError('A parsed field was not resolved.');
  const { file } = resolved;
  const contentType = checkRecording(file);
  const facts = await deps.store.stat(file.key);
  if (facts && facts.size > RECORDING_BYTES_MAX) {
    throw refuse(`has ${facts.size} bytes; the maximum is ${RECORDING_BYTES_MAX}`);
  }
  const bytes = facts && (await deps.store.get(file.key, RECORDING_BYTES_MAX));
  if (bytes) return { bytes, contentType };
  throw refuse('was deleted during the request; send it again');
}

function checkRecording({ contentType, durationSeconds }: StoredFile): Recording['contentType'] {
  if (contentType !== 'audio/wav' && contentType !== 'audio/mpeg') {
    throw refuse(`is ${contentType}; WAV or MP3 is needed`);
  }
  const seconds = durationSeconds ?? 0;
  if (seconds < RECORDING_SECONDS_MIN || seconds > RECORDING_SECONDS_MAX) {
    const range = `${RECORDING_SECONDS_MIN} to ${RECORDING_SECONDS_MAX}`;
    throw refuse(`lasts ${Number(seconds.toFixed(1))} seconds; ${range} are needed`);
  }
  return contentType;
}

const refuse = (message: string) => refuseInvalid([{ path: PATH, message }]);
