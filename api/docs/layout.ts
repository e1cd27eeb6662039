import { renderContents } from './contents.js';
import { escapeHtml } from './escape-html.js';
import { buildGuidePath, GUIDES, LLMS, type Guide } from './guides.js';
import { LOGO } from './logo.js';
import { MODEL_GUIDES, MODELS_FILE } from './model-guides.js';
import { renderSearch } from './search-field.js';
import { renderSteps } from './steps.js';

export const TITLE = 'Media platform';
export const REFERENCE = '/docs/reference';

/** Renders the head of a page. */
export const renderHead = (title: string, folder: string): string => `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${TITLE}</title>
<link rel="icon" type="image/svg+xml" href="${folder}/favicon.svg">
<script src="${folder}/theme.js"></script>
<link rel="stylesheet" href="${folder}/docs.css">
<link rel="alternate" type="text/plain" title="Guides for language models" href="${LLMS}">
<script src="${folder}/docs.js" defer></script>`;

export const renderBrandBar = (): string => `<header class="brand">
<a class="skip" href="#content">Skip to the content</a>
<a class="name" href="/docs">${LOGO}${TITLE}</a>
${renderSearch()}
<nav aria-label="Site"><a href="/docs">Guides</a> <a href="${REFERENCE}">Reference</a> <a href="/app">Dashboard</a> <a href="/v1/openapi.json">OpenAPI</a></nav>
</header>`;

/** A guide or an error page. */
export interface GuidePage {
  readonly title: string;
  /** Path of the guide. */
  readonly at: string;
  /** Path of the assets. */
  readonly folder: string;
  readonly body: string;
  /** Pages in reading order, for links to the previous and the next page. */
  readonly order: readonly Guide[];
}

/** Renders a guide or an error page. */
export const renderGuidePage = ({ title, at, folder, body, order }: GuidePage): string =>
  `<!doctype html>
<html lang="en">
<head>
${renderHead(title, folder)}
<link rel="alternate" type="text/markdown" title="This guide in Markdown" href="${at}.md">
</head>
<body>
${renderBrandBar()}
<div class="columns">
<nav class="pages" aria-label="Guides">
<ul>
${GUIDES.map((guide) => renderNavigationItem(guide, at)).join('\n')}
<li>${renderNavigationLink(REFERENCE, 'Reference', at)}</li>
</ul>
</nav>
<main id="content" tabindex="-1">
${body}
${renderSteps(at, order)}
</main>
${renderContents(body)}
</div>
</body>
</html>
`;

/** Renders a guide in the list of pages. The models are listed only on their pages. */
function renderNavigationItem(guide: Guide, at: string): string {
  const link = renderNavigationLink(buildGuidePath(guide), guide.title, at);
  if (guide.file !== MODELS_FILE || !at.startsWith(buildGuidePath(guide)))
    return `<li>${link}</li>`;
  const models = MODEL_GUIDES.map((model) => renderNavigationItem(model, at));
  return `<li>${link}\n<ul>\n${models.join('\n')}\n</ul></li>`;
}

const renderNavigationLink = (address: string, title: string, at: string): string =>
  `<a href="${address}"${address === at ? ' aria-current="page"' : ''}>${title}</a>`;
