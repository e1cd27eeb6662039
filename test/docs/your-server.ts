import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** What stands in the docs for a server of the reader. */
const NAME = 'https://example.com';

/** A server in the place of `https://example.com`: it has a picture at every path, and takes every POST. */
export interface YourServer {
  readonly origin: string;
  /** The text with this server in it. */
  putIn(text: string): string;
  stop(): Promise<void>;
}

/** Starts it on this machine, on a free port. */
export async function startYourServer(): Promise<YourServer> {
  const background = { r: 40, g: 90, b: 160 };
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const server = createServer((request, response) => {
    if (request.method === 'GET') response.setHeader('Content-Type', 'image/jpeg').end(picture);
    else request.resume().once('end', () => response.end('thanks'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    putIn: (text) => text.replaceAll(NAME, origin),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
