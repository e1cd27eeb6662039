import { at, describeLoad, startDashboardRig } from './dashboard-rig.js';

/*
 * Measures interaction to next paint (https://web.dev/articles/inp) in a library of 100,000
 * generations: selects tiles, marks favorites, changes the tile size and filters.
 * `npm run bench:library-clicks`
 */
const ROWS = Number(process.env['ROWS'] ?? 100_000);
const TIMES = Number(process.env['TIMES'] ?? 20);

/** Records the longest event of each interaction. The browser rounds to 8 ms. */
const RECORD = `
globalThis.interactions = new Map();
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
}).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

const rig = await startDashboardRig(ROWS);
try {
  const page = await rig.visit();
  await page.goto(`${rig.dashboard.origin}/app/library`);
  await page.locator('a[href*=gen_] img').first().waitFor();
  await page.evaluate(RECORD);
  const boxes = page.getByRole('checkbox', { name: /^Select / });
  const stars = page.getByRole('button', { name: /^Favorite: / });
  for (let n = 0; n < TIMES; n += 1) {
    await boxes.nth(n % 8).click();
    await stars.nth(n % 8).click();
    await page.getByText(n % 2 === 0 ? 'Large' : 'Small', { exact: true }).click();
    for (let click = 0; click < 2; click += 1) {
      await page.getByRole('button', { name: 'Favorites', exact: true }).click();
    }
    await boxes.nth(7).waitFor();
  }
  const times = await page.evaluate<number[]>('[...interactions.values()]');
  console.log(
    `${ROWS} generations, ${times.length} interactions of at least 16 ms: ` +
      `p75 ${at(times, 0.75)} ms, longest ${Math.max(...times)} ms; ${describeLoad()}`,
  );
} finally {
  await rig.stop();
}
process.exit();
