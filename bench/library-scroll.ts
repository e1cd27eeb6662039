import type { CDPSession, Page } from 'playwright-core';
import { holds } from '../test/browser/waits.js';
import { at, describeLoad, startDashboardRig } from './dashboard-rig.js';

/*
 * Scrolls through a library of 100,000 generations with the mouse wheel in Chromium, and measures
 * every frame: the time between two frames, long frames as defined by the browser (over 50 ms), and
 * the page's memory during the scroll. `npm run bench:library-scroll`
 */
const ROWS = Number(process.env['ROWS'] ?? 100_000);
const TILES = Number(process.env['TILES'] ?? 5_000);
/** Whether the tasks of the page are measured too. Such a run has fewer tiles. */
const TRACED = process.env['TRACED'] === '1';
/** Pixels scrolled per turn of the wheel. */
const STEP_PX = 240;
/** Number of wheel turns between two memory measurements. */
const ROUND = 200;

/** Records each frame's time, and each long frame with its scripts. */
const RECORD = `
globalThis.frames = []; globalThis.long = [];
let before = performance.now();
const note = (now) => { frames.push(now - before); before = now; requestAnimationFrame(note); };
requestAnimationFrame(note);
new PerformanceObserver((list) => {
  for (const { duration, renderStart, startTime, styleAndLayoutStart, scripts } of list.getEntries())
    long.push({
      ms: Math.round(duration),
      style: styleAndLayoutStart ? Math.round(startTime + duration - styleAndLayoutStart) : 0,
      scripts: scripts.map((one) => one.invoker + ' ' + Math.round(one.duration)),
    });
}).observe({ type: 'long-animation-frame', buffered: false });`;

/** Reads the frames since the last call, and the number of tiles up to the last drawn row. */
const TAKE = `(() => {
  const row = [...document.querySelectorAll('[data-end]')].at(-1);
  return { frames: frames.splice(0), long: long.splice(0), passed: row ? Number(row.dataset.end) : 0 };
})()`;

interface Long {
  readonly ms: number;
  readonly style: number;
  readonly scripts: readonly string[];
}

/** A task on the page, as traced by the browser; times are in microseconds. */
interface Task {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const rig = await startDashboardRig(ROWS);
try {
  const page = await rig.visit();
  const devtools = await page.context().newCDPSession(page);
  await page.goto(`${rig.dashboard.origin}/app/library`);
  await holds(page, "document.querySelectorAll('a[href*=gen_] img').length > 10");
  console.log(`\n${ROWS} generations, ${await describeMemory(devtools, page)}`);
  await page.mouse.move(800, 500);
  await page.evaluate(RECORD);
  const browser = page.context().browser();
  // Tracing slows down the frames, and the text of a trace has space for only some thousand tiles.
  if (TRACED) {
    await browser?.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  }
  const frames: number[] = [];
  const long: Long[] = [];
  for (let passed = 0; passed < TILES;) {
    for (let turn = 0; turn < ROUND; turn += 1) await page.mouse.wheel(0, STEP_PX);
    const taken = await page.evaluate<{ frames: number[]; long: Long[]; passed: number }>(TAKE);
    frames.push(...taken.frames);
    long.push(...taken.long);
    passed = taken.passed;
    console.log(`${passed} tiles passed: ${await describeMemory(devtools, page)}`);
    // The bench triggered the garbage collection, so that frame does not count.
    await page.evaluate('frames.length = 0; long.length = 0');
  }
  const over = frames.filter((ms) => ms > 50).length;
  console.log(
    `${frames.length} frames: p50 ${at(frames, 0.5)} ms, p99 ${at(frames, 0.99)} ms, ` +
      `longest ${Math.max(...frames).toFixed(0)} ms, ${over} over 50 ms; ${describeLoad()}`,
  );
  if (TRACED) {
    const trace = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: Task[] };
    console.log(describeTasks(trace.traceEvents));
  }
  console.log(`${long.length} long frames by the browser's own count`);
  for (const { ms, style, scripts } of long.toSorted((one, two) => two.ms - one.ms).slice(0, 10)) {
    console.log(`  ${ms} ms, style and layout ${style} ms; ${scripts.join(', ')}`);
  }
} finally {
  await rig.stop();
}
process.exit();

/** Describes the page's memory after garbage collection. */
async function describeMemory(devtools: CDPSession, page: Page): Promise<string> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const nodes = await page.evaluate<number>("document.querySelectorAll('*').length");
  return `heap ${(usedSize / 1e6).toFixed(1)} MB, ${nodes} elements`;
}

/**
 * Describes how long the page computed without interruption. These times exclude the waiting for other processes on a
 * busy machine, which frames include.
 */
function describeTasks(events: readonly Task[]): string {
  const threads = events.filter(({ args }) => args?.name === 'CrRendererMain');
  const isOfPage = ({ pid, tid }: Task) =>
    threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const times = events
    .filter((event) => event.name === 'RunTask' && isOfPage(event))
    .map(({ tdur = 0 }) => tdur / 1_000);
  const over = times.filter((ms) => ms > 50).length;
  return (
    `${times.length} tasks of the page, in its own processor time: p99 ${at(times, 0.99)} ms, ` +
    `longest ${times.reduce((longest, ms) => Math.max(longest, ms), 0).toFixed(1)} ms, ${over} over 50 ms`
  );
}
