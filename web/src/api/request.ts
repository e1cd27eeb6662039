import type { Answer, EndpointKey, Input, OptionalWhenEmpty } from './contract';
import { fetchJson, type JsonRequest } from './fetch-json';

/**
 * Sends a request to an API endpoint.
 * @param endpoint its method and path, such as `DELETE /keys/{id}`
 * @throws the body of an error response; `readProblem` reads it
 */
export function request<Key extends EndpointKey>(
  endpoint: Key,
  ...[input]: OptionalWhenEmpty<Input<Key>>
): Promise<Answer<Key>> {
  const [method = '', path = ''] = endpoint.split(' ');
  return fetchJson(method, path, input as JsonRequest | undefined);
}
