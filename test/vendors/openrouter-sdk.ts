import { createRequire } from 'node:module';

interface Job {
  readonly id: string;
  readonly status: string;
}

/** The part of the package that a flow uses. */
interface OpenRouterClient {
  readonly videoGeneration: {
    listVideosModels(): Promise<{ readonly data: readonly { readonly id: string }[] }>;
    generate(request: { videoGenerationRequest: Record<string, unknown> }): Promise<Job>;
    getGeneration(request: { jobId: string }): Promise<Job>;
    getVideoContent(request: { jobId: string; index: number }): Promise<AsyncIterable<Uint8Array>>;
  };
}

const load = createRequire(import.meta.url);

/**
 * Creates a client of OpenRouter. It is loaded at runtime instead of imported, because its types
 * change the global ReadableStream, so that product code would no longer compile. It validates
 * requests and responses.
 */
export function createOpenRouter(
  options: { readonly apiKey: string; readonly serverURL: string },
  fetcher: typeof fetch,
): OpenRouterClient {
  const { OpenRouter } = load('@openrouter/sdk') as {
    readonly OpenRouter: new (all: object) => OpenRouterClient;
  };
  const { HTTPClient } = load('@openrouter/sdk/lib/http') as {
    readonly HTTPClient: new (all: object) => object;
  };
  return new OpenRouter({ ...options, httpClient: new HTTPClient({ fetcher }) });
}
