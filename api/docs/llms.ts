import { buildGuidePath, buildMarkdownPath, GUIDES, LLMS_FULL, type Guide } from './guides.js';
import { REFERENCE, TITLE } from './layout.js';
import { resolveLink } from './links.js';
import { MODEL_GUIDES } from './model-guides.js';

const SUMMARY =
  'An HTTP API that makes images and videos, keeps people and products consistent across them, and publishes them to social platforms.';

/** Renders /llms.txt. @param publicUrl address of the service */
export function renderLlms(publicUrl: string): string {
  const link = (title: string, path: string, about: string) =>
    `- [${title}](${publicUrl}${path}): ${about}`;
  const linkGuides = (guides: readonly Guide[]) =>
    guides.map((guide) => link(guide.title, buildMarkdownPath(guide), guide.about)).join('\n');
  return `${renderPreamble(publicUrl)}
## Guides

${linkGuides(GUIDES)}

## Models

${linkGuides(MODEL_GUIDES)}

## API

${[
  link('OpenAPI document', '/v1/openapi.json', 'every endpoint with its fields and errors'),
  link(
    'OpenAPI document for OpenAI clients',
    '/openai/v1/openapi.json',
    "the endpoints in OpenAI's protocol",
  ),
  link('MCP server', '/mcp', 'the same requests as tools for agents; see the guide Agents'),
].join('\n')}

## Optional

${[
  link('All guides', LLMS_FULL, 'the guides as one text'),
  link('Reference', REFERENCE, 'the endpoints as a web page, for people'),
].join('\n')}
`;
}

/** Renders /llms-full.txt. @param texts the Markdown of each guide, in the order of `GUIDES`; more texts are left out */
export function renderLlmsFull(publicUrl: string, texts: readonly string[]): string {
  const parts = GUIDES.map((guide, at) => {
    const source = `Source: ${publicUrl}${buildGuidePath(guide)}`;
    return (texts[at] ?? '').replace(/^# .*\n/, (title) => `${title}\n${source}\n`);
  });
  return [renderPreamble(publicUrl), ...parts].join('\n');
}

const renderPreamble = (publicUrl: string): string => `# ${TITLE}

> ${SUMMARY}

- Address of this service, \`$API_URL\` in examples: ${publicUrl}
- Every request has the header \`Authorization: Bearer <API_KEY>\`. People create keys at ${publicUrl}/app/connect.
- Every request that changes state has an \`Idempotency-Key\`, and a retry sends the same one.
- Work is asynchronous: poll the generation until \`completed_at\` is set, or receive a webhook.
`;

const FENCE = /^(`{3,}|~{3,}).*\n[^]*?^\1 *$/gm;
const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;

/**
 * Returns a guide's Markdown for readers outside of the repository. Links lead to the Markdown of
 * other guides; links to files that the site does not have become text.
 */
export function toSiteMarkdown(text: string, { file }: Guide, publicUrl: string): string {
  const replaceLinks = (prose: string) =>
    prose.replaceAll(LINK, (_, title: string, href: string) => {
      const target = resolveLink(href, file);
      if (!target) return title;
      if ('url' in target) return `[${title}](${target.url})`;
      const anchor = target.anchor === undefined ? '' : `#${target.anchor}`;
      return `[${title}](${publicUrl}${buildMarkdownPath(target.guide)}${anchor})`;
    });
  let at = 0;
  let result = '';
  for (const fence of text.matchAll(FENCE)) {
    result += replaceLinks(text.slice(at, fence.index)) + fence[0];
    at = fence.index + fence[0].length;
  }
  return result + replaceLinks(text.slice(at));
}
