import type { Page, Request } from 'playwright-core';
import { until } from '../support/until.js';
import { evaluate } from './waits.js';

/** Requests that end only when the page closes or when a clip has been played. */
const ENDLESS = new Set(['eventsource', 'media', 'websocket']);

interface Watched {
  readonly pending: Set<Request>;
  begun: number;
}

const watched = new WeakMap<Page, Watched>();

/** Records the requests of a page, for `untilIdle`. */
export function watchRequests(page: Page): void {
  const state: Watched = { pending: new Set(), begun: 0 };
  watched.set(page, state);
  page.on('request', (request) => {
    if (ENDLESS.has(request.resourceType())) return;
    // Leaving a document cancels its requests, and the browser does not report each of them.
    if (request.isNavigationRequest() && !request.frame().parentFrame()) state.pending.clear();
    state.pending.add(request);
    state.begun += 1;
  });
  const end = (request: Request) => void state.pending.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/**
 * Resolves when a page has handled the responses that have arrived. The query library handles them in a timer, React
 * renders in a task, and effects may send further requests.
 */
const HANDLED = `(async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  }
  await new Promise(requestAnimationFrame);
})()`;

/**
 * Waits until no request of a page is in flight, no response leads to another request, and a condition holds.
 * @param condition an expression that is true when the page shows everything
 */
export async function untilIdle(page: Page, condition = 'true'): Promise<void> {
  const state = watched.get(page);
  if (!state) throw new Error('the requests of this page are not watched');
  const isIdle = async () => {
    if (state.pending.size > 0) return false;
    const { begun } = state;
    const holds = await evaluate(page, `${HANDLED}.then(() => (${condition}))`);
    return holds && state.pending.size === 0 && state.begun === begun;
  };
  await until(`${page.url()} to be idle, and: ${condition}`, isIdle).catch((error: unknown) => {
    const open = [...state.pending].map((request) => request.url()).join(', ');
    throw new Error(`${String(error)}\nopen requests: ${open || 'none'}`, { cause: error });
  });
}
