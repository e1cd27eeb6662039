import { Marked, type Tokens } from 'marked';
import { GENERATION_ERROR_CODES } from '../../domain/catalogue/stages.js';
import { DETAIL_CODES } from '../../domain/contract/detail-codes.js';
import { buildDocPath, ERROR_CODES } from '../../domain/contract/error-codes.js';
import { renderCode } from './code-block.js';
import { escapeHtml } from './escape-html.js';
import { buildGuidePath } from './guides.js';
import { resolveLink } from './links.js';
import { groupTabs, renderTabs, type TabsToken } from './tabs.js';

/** Whether a heading is an error code. Each section of the error page has a separate address. */
const isCode = (name: string): boolean =>
  name in ERROR_CODES ||
  name in DETAIL_CODES ||
  GENERATION_ERROR_CODES.some((code) => code === name);

/**
 * Renders Markdown to HTML without scripts or external resources. Embedded HTML, and links to files
 * that the site does not have, are rendered as text. Comments are left out.
 * @param file name in the folder `docs`
 */
export function renderMarkdown(text: string, file: string): string {
  const seen = new Map<string, number>();
  const marked = new Marked({
    hooks: { processAllTokens: groupTabs },
    extensions: [{ name: 'tabs', renderer: (token) => renderTabs((token as TabsToken).blocks) }],
    renderer: {
      heading({ tokens, depth, text: title }) {
        const inner = this.parser.parseInline(tokens);
        if (isCode(title)) return renderCodeHeading(title, depth);
        return `<h${depth} id="${createAnchor(title, seen)}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = resolveLinkTarget(href, file);
        return target === null ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      },
      code({ text: code, lang = '' }) {
        return renderCode(code, /^\w*/.exec(lang)?.[0]);
      },
      table(token) {
        const rows = token.rows.map((cells) =>
          renderTableRow(cells, (cell) => this.parser.parseInline(cell)),
        );
        const head = token.header.map(
          ({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`,
        );
        // The corner cell of a table can be empty, but a heading must not be empty.
        const corner = head.map((cell) => cell.replace('<th scope="col"></th>', '<td></td>'));
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${corner.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>\n`;
      },
      html({ text: html }) {
        return /^<!--[^]*?-->\s*$/.test(html) ? '' : escapeHtml(html);
      },
      image({ text: alternative }) {
        return escapeHtml(alternative);
      },
    },
  });
  return marked.parse(text, { async: false });
}

const renderTableRow = (
  cells: readonly Tokens.TableCell[],
  render: (tokens: Tokens.TableCell['tokens']) => string,
): string => `<tr>${cells.map(({ tokens }) => `<td>${render(tokens)}</td>`).join('')}</tr>`;

const renderCodeHeading = (code: string, depth: number): string =>
  `<h${depth} id="${code}"><a href="${buildDocPath(code)}"><code>${code}</code></a></h${depth}>\n`;

/** Creates the anchor of a heading, as GitHub does. */
function createAnchor(title: string, seen: Map<string, number>): string {
  const plain = title.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, '');
  const anchor = plain.replaceAll(' ', '-');
  const duplicates = seen.get(anchor) ?? 0;
  seen.set(anchor, duplicates + 1);
  return duplicates === 0 ? anchor : `${anchor}-${duplicates}`;
}

/** Resolves a link to an address on the site; null for a file that is only in the repository. */
function resolveLinkTarget(href: string, file: string): string | null {
  const target = resolveLink(href, file);
  if (!target || 'url' in target) return target?.url ?? null;
  const { guide, anchor } = target;
  const code = anchor?.toUpperCase() ?? '';
  if (guide.slug === 'errors' && isCode(code)) return buildDocPath(code);
  return `${buildGuidePath(guide)}${anchor === undefined ? '' : `#${anchor}`}`;
}
