import { ProviderFailure } from '../../../domain/ports/provider.js';
import type { TextProvider } from '../../../domain/ports/text.js';
import { askForText } from './chat.js';
import { formatEndpointName, type Endpoint } from './endpoint.js';

/**
 * A generation waits for the text, and another model or the template can write the prompt instead.
 */
const DEADLINE_MS = 25_000;

/** Creates a text model behind an OpenAI-compatible API. */
export function createTextModel(endpoint: Endpoint): TextProvider {
  return {
    name: formatEndpointName(endpoint),
    async write({ instructions, input, maxCharacters }, signal) {
      const limited = `${instructions}\nThe answer has at most ${maxCharacters} characters.`;
      const question = { instructions: limited, text: input, deadlineMs: DEADLINE_MS };
      const answer = unwrap(await askForText(endpoint, question, signal));
      if (answer === '') throw new ProviderFailure('unavailable', 'The model gave no answer.');
      // A truncated answer would lose its end.
      if (answer.length > maxCharacters) {
        throw new ProviderFailure('rejected', 'The answer of the model is too long.');
      }
      return answer;
    },
  };
}

/** Removes a fence or a pair of quotes around the whole answer. */
const unwrap = (answer: string): string =>
  answer
    .replace(/^```\w*\s*\n([\s\S]*?)\n?```$/, '$1')
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim();
