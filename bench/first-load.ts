import type { Page } from 'playwright-core';
import { readPagePaths } from '../test/browser/page-paths.js';
import { at, describeLoad, startDashboardRig } from './dashboard-rig.js';

/*
 * Measures how long a first-time visitor with an empty cache waits for the dashboard. The time ends when the first
 * control exists and the browser is idle enough to handle a click. Also reports the compressed script and style bytes
 * per page. `npm run bench:first-load`
 */
const ROWS = Number(process.env['ROWS'] ?? 1_000);
const VISITS = Number(process.env['VISITS'] ?? 15);

/** Each page's path and its first useful control. */
const MEASURED: readonly (readonly [path: string, control: string])[] = [
  ['', 'main a[href="/app/playground"]'],
  ['/library', 'input[placeholder="Search prompts"]'],
  ['/library', 'main a[href*="gen_"]'],
  ['/playground', 'main textarea'],
];
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
  for (const [path, control] of MEASURED) {
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
