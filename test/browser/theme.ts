import type { Page } from 'playwright-core';
import { until } from '../support/until.js';

export type Theme = 'light' | 'dark';

const SWITCH_MS = 15_000;

/** Colours of the background and the text, which the theme sets on every page. */
const COLOURS = `[document.documentElement, document.body]
  .map((element) => getComputedStyle(element))
  .map(({ backgroundColor, color }) => backgroundColor + ' ' + color)
  .join(', ')`;

/** Resolves after the next frames, in which media query listeners and colour transitions run. */
const IS_DRAWN = `(async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const isTransition = (one) => one instanceof CSSTransition && one.playState === 'running';
  return !document.getAnimations().some(isTransition);
})()`;

const readColours = (page: Page): Promise<string> => page.evaluate<string>(COLOURS);

export const readTheme = async (page: Page): Promise<Theme> =>
  (await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")) ? 'dark' : 'light';

/**
 * Switches the system theme of a page, calls `act` with the other theme, and switches back.
 * @param deadlineMs for each switch
 * @throws {Error} when the colours of the page do not change, because the checks of `act` would prove nothing
 */
export async function inOtherTheme(
  page: Page,
  act: (theme: Theme) => Promise<void>,
  deadlineMs = SWITCH_MS,
): Promise<void> {
  const own = await readTheme(page);
  const other = own === 'light' ? 'dark' : 'light';
  const colours = await readColours(page);
  await switchTheme(page, other, (found) => found !== colours, deadlineMs);
  try {
    await act(other);
  } finally {
    await switchTheme(page, own, (found) => found === colours, deadlineMs);
  }
}

async function switchTheme(
  page: Page,
  theme: Theme,
  isSwitched: (colours: string) => boolean,
  deadlineMs: number,
): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  const what = `the ${theme} theme to change the colours of ${page.url()}`;
  await until(what, async () => isSwitched(await readColours(page)), deadlineMs);
  await until(`${what} without a transition`, () => page.evaluate<boolean>(IS_DRAWN), deadlineMs);
}
