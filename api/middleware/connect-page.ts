import { createHash } from 'node:crypto';
import { escapeHtml } from '../docs/escape-html.js';

const STYLE = `
:root { color-scheme: light dark; --ink: #16202c; --soft: #5b6b7c; --card: #fff; --back: #eef1f5;
  --line: #d9e0e8; --act: #1f5fd0; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef2f6; --soft: #9fb0c2; --card: #1a2431;
  --back: #0f161f; --line: #2c3948; --act: #2a63d4; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  background: var(--back); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
main { width: 100%; max-width: 27rem; padding: 2.25rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 12px 40px rgb(0 0 0 / 8%); }
h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.25; text-wrap: balance; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.soft { color: var(--soft); font-size: .9rem; }
.soft:last-child { margin: 0; }
.badge { display: inline-block; padding: .15rem .7rem; border-radius: 99px; background: #ffe6a6;
  color: #5c4300; font-size: .8rem; font-weight: 600; }
button { width: 100%; margin: .5rem 0 1.25rem; padding: .8rem 1rem; border: 0; border-radius: .6rem;
  background: var(--act); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button:hover { filter: brightness(.92); }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const renderConnectPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`;

/** Data for the page of a connect link. */
export interface Question {
  readonly token: string;
  /** Proves, together with the cookie, that this browser displayed the page. */
  readonly proof: string;
  /** Host of the app that wants to post. */
  readonly app: string;
  readonly character: string;
  readonly platform: string;
  readonly demo: boolean;
}

/**
 * Renders the question to the owner. Only the button continues, because link previews open every
 * URL.
 */
export function renderQuestionPage({
  token,
  proof,
  app,
  character,
  platform,
  demo,
}: Question): string {
  const title = `Connect your ${platform} account?`;
  const badge = demo ? `<p class="badge">Demo: not the real ${escapeHtml(platform)}</p>` : '';
  return renderConnectPage(
    title,
    `${badge}<h1>${escapeHtml(title)}</h1>
<p><strong>${escapeHtml(app)}</strong> wants to publish pictures and videos of the character <strong>${escapeHtml(character)}</strong> to your account.</p>
<form method="post" action="/connect/${token}?shown=${proof}"><button>Continue to ${escapeHtml(platform)}</button></form>
<p class="soft">${escapeHtml(platform)} will ask you to choose an account and what to allow. Your password stays with ${escapeHtml(platform)}, and you can end the connection there at any time.</p>
<p class="soft">If you did not expect this, close the page. Nothing will happen.</p>`,
  );
}

/** A detail for the developer of the app that sent the browser here. */
interface ErrorDetail {
  readonly code: string;
  readonly about: string;
}

/** Renders a page with a message and the next step. */
export function renderNoticePage(title: string, text: string, detail?: ErrorDetail): string {
  const small = detail
    ? `\n<p class="soft">${escapeHtml(detail.about)} Error: <code>${escapeHtml(detail.code)}</code></p>`
    : '';
  return renderConnectPage(
    title,
    `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>${small}`,
  );
}

/** Renders the page for people at an unknown address. */
export const renderNotFoundPage = (): string =>
  renderConnectPage(
    'Page not found',
    `<h1>Page not found</h1>
<p>There is no page at this address. It may be misspelt, or the page may have moved.</p>
<p><a href="/app">Open the dashboard</a> · <a href="/docs">Read the documentation</a></p>`,
  );

/**
 * Builds headers that prevent loading, scripts, framing, caching and referrers. Browsers also apply
 * `form-action` to all redirects to the platform's page, which can use several hosts.
 * @param demoOrigin origin of the stand-ins in the demo
 */
export const buildPageHeaders = (demoOrigin: string | null): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self' https:${demoOrigin === null ? '' : ` ${demoOrigin}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
});
