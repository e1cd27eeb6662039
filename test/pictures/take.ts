// `npm run pictures`: takes the pictures of the README again, with a separate platform.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { newVisitor } from '../browser/browser.js';
import { launchBrowser } from '../browser/shared-browser.js';
import { ROOT } from '../docs/shell-blocks.js';
import { makeContent } from './content.js';
import { startStack } from './stack.js';

const FOLDER = join(ROOT, 'docs', 'pictures');
const WIDTH = 1_280;
/** Maximum size of a picture, so that the README page loads quickly. */
const BYTES_MAX = 150_000;
const QUALITY = 82;
const THEMES = ['light', 'dark'] as const;

const MARGIN = 14;

/**
 * Takes a picture of a page in both themes, from its top to the end of the panel with that title.
 */
async function take(page: Page, name: string, title: Locator): Promise<void> {
  const panel = page.locator('.mantine-Paper-root').filter({ has: title });
  await page.setViewportSize({ width: WIDTH, height: 800 });
  await page.evaluate('scrollTo(0, 0)');
  const box = await panel.boundingBox();
  if (!box) throw new Error(`${page.url()} does not show ${String(title)}`);
  const height = Math.round(box.y + box.height + MARGIN);
  await page.setViewportSize({ width: WIDTH, height });
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.mouse.move(0, 0);
    const shot = await page.screenshot({ animations: 'disabled' });
    const picture = await sharp(shot).webp({ quality: QUALITY }).toBuffer();
    const file = join(FOLDER, `${name}-${colorScheme}.webp`);
    if (picture.length > BYTES_MAX) throw new Error(`${file} has ${picture.length} bytes`);
    await writeFile(file, picture);
    console.log(`${file}: ${Math.round(picture.length / 1_000)} kB`);
  }
}

/** Generates a first image in the playground, and shows its price and its result. */
async function showPlayground(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/app/playground`);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox in snow at sunrise');
  await page.getByRole('combobox', { name: 'Aspect ratio' }).click();
  await page.getByRole('option', { name: '16:9' }).click();
  await page.getByRole('textbox', { name: 'Seed' }).fill('7');
  await page.getByText('2 credits', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('img', { name: 'a red fox in snow at sunrise' }).waitFor();
}

async function showWaterfall(page: Page, origin: string, id: string): Promise<void> {
  await page.goto(`${origin}/app/library/${id}`);
  await page.getByText('Deliver webhook').waitFor();
}

await mkdir(FOLDER, { recursive: true });
const stack = await startStack();
const browser = await launchBrowser();
try {
  const { story } = await makeContent(stack.client, stack.webhookUrl);
  const page = await newVisitor(browser, { width: WIDTH });
  await page.goto(stack.signInUrl);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await showPlayground(page, stack.origin);
  await take(page, 'playground', page.getByRole('tab', { name: 'Result' }));
  await showWaterfall(page, stack.origin, story);
  await take(page, 'waterfall', page.getByRole('heading', { name: 'Steps' }));
} finally {
  await browser.close();
  await stack.stop();
}
