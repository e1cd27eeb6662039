// The stand-ins of the five platforms as a process of `npm start`. Never part of a deployment.
import { createInstagramFake } from './instagram/fake.js';
import { servePages } from './pages/serve-pages.js';
import { serveFakes } from './server.js';
import { createThreadsFake } from './threads/fake.js';
import { createTikTokFake } from './tiktok/fake.js';
import { createTwitterFake } from './twitter/fake.js';
import { createYouTubeFake } from './youtube/fake.js';

/** Long enough to be seen, short enough to be waited for. */
const PROCESSING_MS = 2_000;

const options = { now: Date.now, processingMs: PROCESSING_MS };
const fakes = [
  createInstagramFake(options),
  createTikTokFake(options),
  createYouTubeFake(options),
  createThreadsFake(options),
  createTwitterFake(options),
];
// oxlint-disable-next-line node/no-process-env -- an entry of its own, with this one setting
const port = Number(process.env['SOCIAL_DEMO_PORT']);
const server = await serveFakes(fakes, port, servePages(fakes));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void server.close().finally(() => process.exit());
  });
}
console.log(`The demo of social platforms shows posts at ${server.url}`);
process.send?.('ready');
