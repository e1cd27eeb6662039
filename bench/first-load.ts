import type { Page } from 'playwright-core';
import { readPagePaths } from '../test/browser/page-paths.js';
import { at, describeLoad, startDashboardRig } from './dashboard-rig.js';

/*
 * Measures how long a first-time visitor with an empty cache waits for the dashboard. The time ends when the first
 * control exists and the browser is idle enough to handle a click. Also reports the compressed script and style bytes
 * per page. With SLOW=1 on a slow 3G network (400 kbit/s, 400 ms), where the first visible content and the heading
 * count. `npm run bench:first-load`
 */
const ROWS = Number(process.env['ROWS'] ?? 1_000);
const IS_SLOW = process.env['SLOW'] === '1';
const VISITS = Number(process.env['VISITS'] ?? (IS_SLOW ? 3 : 15));

/** Each page's path and its first useful control. */
const MEASURED: readonly (readonly [path: string, control: string])[] = [
  ['', 'main a[href="/app/playground"]'],
  ['/library', 'input[placeholder="Search prompts"]'],
  ['/library', 'main a[href*="gen_"]'],
  ['/playground', 'main textarea'],
];
const SLOW_NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
/** Records when the control appears, and when the last task longer than 50 ms has ended. */
const watchFor = (control: string) => `
globalThis.there = null; globalThis.busyUntil = 0;
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) busyUntil = startTime + duration;
}).observe({ type: 'longtask', buffered: true });
new MutationObserver((_, observer) => {
  if (!document.querySelector(${JSON.stringify(control)})) return;
  there = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });`;

const BYTES = `performance.getEntriesByType('resource')
  .filter(({ name }) => /assets\\/.*\\.(js|css)$/.test(name))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

const rig = await startDashboardRig(ROWS);
try {
  if (IS_SLOW) await measureSlowly();
  for (const [path, control] of IS_SLOW ? [] : MEASURED) {
    const times: number[] = [];
    for (let n = 0; n < VISITS; n += 1) times.push(await measure(path, control));
    console.log(
      `/app${path} (${control}): p50 ${at(times, 0.5)} ms, longest ${Math.max(...times).toFixed(0)} ms; ${describeLoad()}`,
    );
  }
  for (const path of await readPagePaths()) {
    const page = await rig.visit();
    await rig.dashboard.show(page, path);
    console.log(`/app${path}: ${await page.evaluate<number>(BYTES)} bytes`);
    await page.context().close();
  }
} finally {
  await rig.stop();
}
process.exit();

/** Reports when a page first shows something, and when it shows its heading. */
async function measureSlowly(): Promise<void> {
  for (const path of ['', '/playground', '/library']) {
    const headings: number[] = [];
    const paints: number[] = [];
    for (let n = 0; n < VISITS; n += 1) {
      const page = await rig.visit();
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
      await page.addInitScript(watchFor('h1'));
      await page.goto(`${rig.dashboard.origin}/app${path}`);
      await page.locator('h1').first().waitFor();
      headings.push(await page.evaluate<number>('there'));
      paints.push(
        await page.evaluate<number>(
          "performance.getEntriesByName('first-contentful-paint')[0].startTime",
        ),
      );
      await page.context().close();
    }
    console.log(
      `/app${path}: first paint p50 ${at(paints, 0.5)} ms, heading p50 ${at(headings, 0.5)} ms; ${describeLoad()}`,
    );
  }
}

/** Measures one visit. Every visit has a separate browser context and therefore an empty cache. */
async function measure(path: string, control: string): Promise<number> {
  const page: Page = await rig.visit();
  await page.addInitScript(watchFor(control));
  await page.goto(`${rig.dashboard.origin}/app${path}`);
  await page.locator(control).first().waitFor();
  await page.waitForLoadState('load');
  const [there, busyUntil] = await page.evaluate<[number, number]>('[there, busyUntil]');
  await page.context().close();
  return Math.max(there, busyUntil);
}
