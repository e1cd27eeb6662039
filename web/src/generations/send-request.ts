import type { QueryClient } from '@tanstack/react-query';
import {
  createImage,
  createVideo,
  type CreateImage,
  type CreateVideo,
  type Generation,
} from '../api';
import { getGenerationQueryKey } from '../api/@tanstack/react-query.gen';
import type { GenerationRequest } from './code-samples';
import { newIdempotencyKey } from '../requests/idempotency';

/** Asks for a generation. The answer is kept, so nobody has to ask for it again. */
export async function sendRequest(
  queries: QueryClient,
  { path, body }: GenerationRequest,
): Promise<Generation> {
  const headers = newIdempotencyKey();
  const { data } =
    path === '/v1/images'
      ? await createImage({ body: body as CreateImage, headers, throwOnError: true })
      : await createVideo({ body: body as CreateVideo, headers, throwOnError: true });
  queries.setQueryData<Generation>(
    getGenerationQueryKey({ path: { id: data.id } }),
    // What the stream has told meanwhile is newer.
    (told) => told ?? data,
  );
  return data;
}
