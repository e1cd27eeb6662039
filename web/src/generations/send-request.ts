import type { QueryClient } from '@tanstack/react-query';
import type { CreateImage, CreateVideo, Generation } from '../api/contract';
import { apiQueryKey } from '../api/queries';
import { request } from '../api/request';
import type { GenerationRequest } from './code-samples';
import { createIdempotencyKey } from '../requests/idempotency';

/** Ids of the generations that this browser tab has started since it was loaded. */
export const startedHere = new Set<string>();

/**
 * Starts a generation and caches the response, so no page has to fetch it.
 * @param headers the key of an earlier attempt, to repeat it
 */
export async function sendRequest(
  queries: QueryClient,
  { path, body }: GenerationRequest,
  headers = createIdempotencyKey(),
): Promise<Generation> {
  const data =
    path === '/v1/images'
      ? await request('POST /images', { body: body as CreateImage, headers })
      : await request('POST /videos', { body: body as CreateVideo, headers });
  startedHere.add(data.id);
  queries.setQueryData<Generation>(
    apiQueryKey('/generations/{id}', { params: { id: data.id } }),
    // The event stream may already have stored a newer state.
    (failure) => failure ?? data,
  );
  return data;
}
