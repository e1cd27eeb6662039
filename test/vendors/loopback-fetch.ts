const { fetch: send } = globalThis;
const LOOPBACK = ['127.0.0.1', 'localhost'];

/**
 * Creates a `fetch` for clients with fixed URLs. It sends nothing to another machine.
 * @param rewrite maps an official URL to the URL of the fake
 */
export function loopbackFetch(rewrite: (url: string) => string): typeof fetch {
  return async (input, init) => {
    const official = input instanceof Request ? input.url : String(input);
    const url = rewrite(official);
    if (!LOOPBACK.includes(new URL(url).hostname)) throw new Error(`${official} has no stand-in`);
    return input instanceof Request ? send(new Request(url, input), init) : send(url, init);
  };
}

/** Replaces the global `fetch` for a client that has no option for it. */
export async function withGlobalFetch<T>(
  replacement: typeof fetch,
  work: () => Promise<T>,
): Promise<T> {
  globalThis.fetch = replacement;
  try {
    return await work();
  } finally {
    globalThis.fetch = send;
  }
}
