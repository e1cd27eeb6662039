import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CODE_BLOCK_SCRIPT, CODE_BLOCK_STYLE } from './code-block.js';
import { CONTENTS_STYLE } from './contents.js';
import { LOGO_FILE } from './logo.js';
import { HIGHLIGHT_STYLE } from './highlight.js';
import { REFERENCE_SCRIPT } from './reference-script.js';
import { REFERENCE_STYLE } from './reference-style.js';
import { SEARCH_INDEX, SEARCH_SCRIPT, SEARCH_STYLE } from './search-field.js';
import type { IndexedPage } from './search-index.js';
import { STEPS_STYLE } from './steps.js';
import { DOCS_STYLE } from './style.js';
import { THEME_SCRIPT, THEME_STYLE } from './theme.js';
import { TABS_SCRIPT, TABS_STYLE } from './tabs.js';

const STYLE = [
  THEME_STYLE,
  DOCS_STYLE,
  CODE_BLOCK_STYLE,
  HIGHLIGHT_STYLE,
  TABS_STYLE,
  CONTENTS_STYLE,
  STEPS_STYLE,
  SEARCH_STYLE,
  REFERENCE_STYLE,
].join('');
const SCRIPT = TABS_SCRIPT + CODE_BLOCK_SCRIPT + SEARCH_SCRIPT;

/** Reads the assets of the pages: name, media type and content. */
export async function readAssets(
  index: readonly IndexedPage[],
): Promise<[name: string, type: string, content: Buffer][]> {
  // `import.meta.resolve` does not exist if tsx runs this file as CommonJS, such as in mocha.
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  const readDistributed = (name: string) => readFile(join(manifest, '..', name));
  return [
    ['swagger-ui.css', 'text/css', await readDistributed('swagger-ui.css')],
    ['swagger-ui-bundle.js', 'text/javascript', await readDistributed('swagger-ui-bundle.js')],
    ['favicon.svg', 'image/svg+xml', Buffer.from(LOGO_FILE)],
    ['docs.css', 'text/css', Buffer.from(STYLE)],
    ['theme.js', 'text/javascript', Buffer.from(THEME_SCRIPT)],
    ['docs.js', 'text/javascript', Buffer.from(SCRIPT)],
    ['reference.js', 'text/javascript', Buffer.from(REFERENCE_SCRIPT)],
    [SEARCH_INDEX, 'application/json', Buffer.from(JSON.stringify(index))],
  ];
}
