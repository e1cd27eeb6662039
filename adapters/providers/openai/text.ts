import { ProviderFailure } from '../../../domain/ports/provider.js';
import type { TextProvider } from '../../../domain/ports/text.js';
import { chat } from './chat.js';
import { nameOf, type Endpoint } from './endpoint.js';

/** A generation waits for this; another model, or the template, is at hand. */
const DEADLINE_MS = 25_000;

/** A text model behind an OpenAI-compatible API. */
export function createTextModel(endpoint: Endpoint): TextProvider {
  return {
    name: nameOf(endpoint),
    async write({ instructions, input, maxCharacters }, signal) {
      const limited = `${instructions}\nThe answer has at most ${maxCharacters} characters.`;
      const question = { instructions: limited, text: input, deadlineMs: DEADLINE_MS };
      const answer = unwrapped(await chat(endpoint, question, signal));
      if (answer === '') throw new ProviderFailure('unavailable', 'The model gave no answer.');
      // Cut, it would lose whatever stood last.
      if (answer.length > maxCharacters) {
        throw new ProviderFailure('rejected', 'The answer of the model is too long.');
      }
      return answer;
    },
  };
}

/** The words alone: without a fence or a pair of quotes around all of them. */
const unwrapped = (answer: string): string =>
  answer
    .replace(/^```\w*\s*\n([\s\S]*?)\n?```$/, '$1')
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim();
