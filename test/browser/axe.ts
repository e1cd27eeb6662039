import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const SCRIPT = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let script: Promise<string> | null = null;
const readScript = () => (script ??= readFile(SCRIPT, 'utf8'));

/**
 * Runs axe in a page and all its frames of any origin, and describes the violations. The package of axe for Playwright
 * opens a second page for each run, which takes three times as long.
 */
export async function findViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  await Promise.all(page.frames().map(loadAxe));
  const run: RunOptions = { ...options, resultTypes: ['violations'] };
  const violations = await page.evaluate<Result[]>(
    `axe.run(document, ${JSON.stringify(run)}).then(({ violations }) => violations)`,
  );
  return violations.map(describeViolation);
}

/** Loads axe with the debugger, because the content security policy of the page does not allow it as a script. */
async function loadAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate('typeof globalThis.axe?.run === "function"')) return;
  await frame.evaluate(`${await readScript()}
    // Frames report to their page, also across origins.
    axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`);
}

function describeViolation({ id, help, nodes }: Result): string {
  const places = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`);
  return [`${id}: ${help} (${nodes.length})`, ...places].join('\n  ');
}
