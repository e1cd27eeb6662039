import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * When the proxy cuts the connection of a request. `answered`: after the API has sent its response,
 * which the client does not receive. `working`: while the API works, towards both client and API.
 */
export type Cut = 'answered' | 'working';

export interface CuttingProxy {
  readonly url: string;
  /** Number of requests whose connection the proxy has cut. */
  readonly cuts: number;
  /** Cuts the connections of requests in flight, like `working`. */
  cutWorking(): void;
  stop(): Promise<void>;
}

/** Whether an OpenAI client sends a request for the first time. */
const isFirstOfOpenAi = (head: string): boolean => /^x-stainless-retry-count: 0/im.test(head);

/**
 * Starts a proxy for the API that cuts the connection of each POST that is not a retry.
 * @param choose returns how to cut the next connection; null does not cut it
 * @param isFirst whether a request with this head is not a retry
 */
export async function startCuttingProxy(
  url: string,
  choose: () => Cut | null,
  isFirst: (head: string) => boolean = isFirstOfOpenAi,
): Promise<CuttingProxy> {
  const target = new URL(url);
  const working = new Set<() => void>();
  const open = new Set<Socket>();
  let cuts = 0;
  const server: Server = createServer((client) => {
    const api = connect(Number(target.port), target.hostname);
    let cut: Cut | null = null;
    const end = () => {
      working.delete(cutNow);
      client.destroy();
      api.destroy();
    };
    const cutNow = () => {
      if (!client.destroyed) cuts += 1;
      end();
    };
    for (const socket of [client, api]) {
      open.add(socket);
      socket.on('error', end).on('close', () => {
        open.delete(socket);
        end();
      });
    }
    client.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (text.startsWith('POST ')) {
        cut = isFirst(text) ? choose() : null;
        if (cut === 'working') working.add(cutNow);
      }
      api.write(chunk);
    });
    api.on('data', (chunk: Buffer) => {
      if (cut === null) client.write(chunk);
      else if (!chunk.includes('HTTP/1.1 20')) return;
      // The API has now written the whole response, because it fits into one packet.
      else setImmediate(cutNow);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    cutWorking() {
      for (const end of working) end();
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
