import { createFinishedWav } from '@media-platform/stand-ins/providers/openai/speech-sounds.js';
import { createFalProvider } from '../../adapters/providers/fal/provider.js';
import type { Deps } from '../../runtime/deps.js';

/** Nothing listens here: tests without workers never order anything. */
const NOWHERE = 'http://127.0.0.1:9';

/** Adds a provider that speaks and clones voices, and makes nothing else. */
export function cloneHere(deps: Deps): Deps {
  const fal = createFalProvider({ key: 'test', url: NOWHERE });
  const serves = (model: string) => /^fal-ai\/(chatterbox|kokoro)\//.test(model);
  return { ...deps, providers: new Map([...deps.providers, ['fal', { ...fal, serves }]]) };
}

const toDataUrl = (seconds: number): string =>
  `data:audio/wav;base64,${createFinishedWav(seconds).toString('base64')}`;

/** A valid body for POST /v1/voices. */
export const CLONE = {
  name: 'Maria',
  gender: 'female',
  language: 'en-GB',
  recording: toDataUrl(6),
  consent: {
    speaker: 'Maria Example',
    statement: 'I agree that Example Ltd. clones my voice for its advertisements.',
  },
} as const;

/** Builds the same body with a recording of this length. */
export const cloneOf = (seconds: number) => ({ ...CLONE, recording: toDataUrl(seconds) });
