// Runs the stand-ins for the five platforms as a process of `npm start`. Never part of a
// deployment.
import { servePages } from './pages/serve-pages.js';
import { serveFakes } from './server.js';
import { createStandIns } from './stand-ins.js';

/** Processing time: long enough to be visible, short enough to wait for. */
const PROCESSING_MS = 2_000;

const fakes = createStandIns({ now: Date.now, processingMs: PROCESSING_MS });
/** The only setting is the port; 0 chooses a free one. */
const port = Number(process.argv[2] ?? 0);
const server = await serveFakes(fakes, port, servePages(fakes));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void server.close().finally(() => process.exit());
  });
}
console.log(`The demo of social platforms shows posts at ${server.url}`);
process.send?.('ready');
