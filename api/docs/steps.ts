import { buildGuidePath, type Guide } from './guides.js';
import { escapeHtml } from './escape-html.js';

/** Renders links to the pages before and after a page. @param order the pages in reading order */
export function renderSteps(at: string, order: readonly Guide[]): string {
  const place = order.findIndex((guide) => buildGuidePath(guide) === at);
  if (place < 0) return '';
  const links = [
    renderStep('prev', 'Previous', order[place - 1]),
    renderStep('next', 'Next', order[place + 1]),
  ];
  return `<nav class="steps" aria-label="Previous and next page">${links.join('')}</nav>`;
}

const renderStep = (relation: 'prev' | 'next', name: string, guide: Guide | undefined): string =>
  guide === undefined
    ? ''
    : `<a rel="${relation}" href="${buildGuidePath(guide)}"><small>${name}</small> ${escapeHtml(guide.title)}</a>`;

export const STEPS_STYLE = `.steps { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 4rem; }
.steps a { flex: 1 1 12rem; max-width: calc(50% - .5rem); padding: .75rem 1.15rem; border: 1px solid var(--line); border-radius: .75rem;
  font-weight: 600; text-decoration: none; }
.steps a:hover { border-color: var(--act); }
.steps [rel=next] { margin-left: auto; text-align: right; }
.steps small { display: block; color: var(--soft); font-weight: 400; }
`;
