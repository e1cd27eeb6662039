import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * When a request's connection is cut. `answered`: after the API has sent its response, of which the
 * client gets nothing. `working`: on both sides, while the API works.
 */
export type Cut = 'answered' | 'working';

export interface CuttingProxy {
  readonly url: string;
  /** Requests that were cut off. */
  readonly cuts: number;
  /** Cuts connections whose request is still under way, as `working` says. */
  cutWorking(): void;
  stop(): Promise<void>;
}

/** Whether an OpenAI client sends a request for the first time. */
const isFirstOfOpenAi = (head: string): boolean => /^x-stainless-retry-count: 0/im.test(head);

/**
 * Stands in front of the API, and cuts off each POST that a client sends for the first time.
 * @param choose how the next one is cut off; null lets it pass
 * @param isFirst whether a request with this head is sent for the first time
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
      // By then the API has written the whole response, because it fits into one packet.
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
