import { StudioFailure } from '../failure.js';
import { runThread, startThread } from '../run-thread.js';
import { createSlots } from '../slots.js';
import { prepareText } from './prepare-text.js';
import type { SpeechFormat, SpeechReply, SpeechTask } from './protocol.js';
import { findStudioVoice, type SpeechVoice } from './voices.js';

/** Everything that determines a speech. */
export interface SpeechRequest {
  /** At most `SPEECH_CHARACTERS_MAX` characters. */
  readonly text: string;
  readonly voice: SpeechVoice;
  /** Factor of the tempo, from 0.5 to 2. */
  readonly speed: number;
  readonly format: SpeechFormat;
}

/** Lets a caller stop the work. */
export interface SpeechContext {
  readonly signal: AbortSignal;
}

export interface Speech {
  /** WAV with 16 kHz, 16 bits and one channel, or MP3 with the same sample rate. */
  readonly bytes: Buffer;
  readonly contentType: 'audio/wav' | 'audio/mpeg';
  readonly durationSeconds: number;
}

/** Maximum length of a text, in UTF-16 units as `length` counts them. */
export const SPEECH_CHARACTERS_MAX = 4_000;
/** Limits between which a recogniser still understands most words. */
const SPEED_MIN = 0.5;
const SPEED_MAX = 2;
/** The slowest texts take up to 19 s on a busy machine. */
const DEADLINE_MS = 90_000;
const HEAP_MB = 64;
/** One thread takes one core. */
const CONCURRENT_MAX = 2;
const WAITING_MAX = 32;
const MESSAGES = {
  timeout: 'The text took too long to speak.',
  died: 'The text could not be spoken.',
};

const slots = createSlots(
  CONCURRENT_MAX,
  WAITING_MAX,
  'Too many texts are waiting to be spoken. Try again later.',
);

/**
 * Speaks an English text on this machine, in a separate thread. At most two threads speak
 * concurrently; other requests wait. The same request gives the same bytes.
 *
 * Characters outside of the Latin alphabet are skipped. The voices differ in speaker, pitch and
 * tempo, not in accent.
 *
 * @param deadlineMs time from the start of the thread
 * @throws {UnsupportedLanguage} if the studio cannot speak the voice's language
 * @throws {StudioFailure} `unsupported` if the text is too long, has no words or takes longer than
 * 15 minutes, or if the speed is out of range; `busy` if 32 requests are waiting; `timeout` after
 * the deadline; `died` when the thread ends
 * @throws the signal's abort reason
 */
export async function renderSpeech(
  request: SpeechRequest,
  { signal }: SpeechContext,
  deadlineMs = DEADLINE_MS,
): Promise<Speech> {
  const task = buildTask(request);
  return slots.run(signal, () => {
    const worker = startThread(new URL('./worker.js', import.meta.url), {
      name: 'speech',
      task,
      transferList: [],
      heapMb: HEAP_MB,
    });
    const limits = { signal, deadlineMs, messages: MESSAGES };
    return runThread<Speech>(worker, limits, (message, end) => {
      const reply = message as SpeechReply;
      if (reply.type === 'failed') end.reject(new StudioFailure(reply.kind, reply.message));
      else {
        const { bytes, durationSeconds } = reply;
        const contentType = request.format === 'mp3' ? 'audio/mpeg' : 'audio/wav';
        end.resolve({ bytes: Buffer.from(bytes.buffer), contentType, durationSeconds });
      }
    });
  });
}

function buildTask({ text, voice, speed, format }: SpeechRequest): SpeechTask {
  const { speaker, pitch, tempo } = findStudioVoice(voice);
  if (text.length > SPEECH_CHARACTERS_MAX) {
    throw new StudioFailure(
      'unsupported',
      `The text has ${text.length} characters. The studio speaks at most ${SPEECH_CHARACTERS_MAX}.`,
    );
  }
  if (!(speed >= SPEED_MIN && speed <= SPEED_MAX)) {
    throw new StudioFailure(
      'unsupported',
      `The speed is ${speed}. It must be from ${SPEED_MIN} to ${SPEED_MAX}.`,
    );
  }
  const prepared = prepareText(text);
  if (prepared === '') {
    throw new StudioFailure('unsupported', 'The text has no words that the studio can speak.');
  }
  return { text: prepared, speaker, pitch, stretch: 1 / (tempo * speed), format };
}
