import OpenAI, { type ClientOptions } from 'openai';
import type { Customer } from '../support/accounts.js';

/** Creates the official client with the options that users set. */
export const openAiOf = (
  url: string,
  { apiKey }: Pick<Customer, 'apiKey'>,
  options: ClientOptions = {},
): OpenAI => new OpenAI({ baseURL: `${url}/openai/v1`, apiKey, ...options });
