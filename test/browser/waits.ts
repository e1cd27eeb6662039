import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';

/** Evaluates an expression in a page; undefined if another page replaces the page in the meantime. */
export async function evaluate<T>(page: Page, expression: string): Promise<T | undefined> {
  try {
    return await page.evaluate<T>(expression);
  } catch (error) {
    if (String(error).includes('Execution context was destroyed')) return undefined;
    throw new Error(`${String(error)}\nwhile waiting for: ${expression}`, { cause: error });
  }
}

/**
 * Polls until an expression is true in a page. The polling runs in this process, because waiting inside the page would
 * need `eval`, which the policy of the page forbids.
 */
export const holds = (page: Page, expression: string): Promise<boolean> =>
  until(`in ${page.url()}: ${expression}`, () => evaluate<boolean>(page, expression));

/** Waits until a locator finds this many elements. */
export async function untilCount(locator: Locator, count: number): Promise<void> {
  await until(`${count} of ${String(locator)}`, async () => (await locator.count()) === count);
}

/** Waits until a field has this value. */
export async function untilValue(field: Locator, value: string): Promise<void> {
  const what = `${JSON.stringify(value)} in ${String(field)}`;
  await until(what, async () => (await field.inputValue()) === value);
}
