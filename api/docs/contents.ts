/** A heading of a rendered page. */
export interface Heading {
  readonly depth: number;
  /** Null if the heading has no anchor. */
  readonly anchor: string | null;
  /** Text as HTML without elements. */
  readonly title: string;
  /** Position of the text that follows, and of the heading itself. */
  readonly start: number;
  readonly end: number;
}

const HEADING = /<h([1-3])(?: id="([^"]*)")?>(.*?)<\/h\1>/g;

/** Removes the elements of a piece of HTML. */
export const stripTags = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

/** Lists the headings of a page down to level 3. */
export const listHeadings = (body: string): Heading[] =>
  [...body.matchAll(HEADING)].map(({ index, 0: all, 1: depth, 2: anchor, 3: inner = '' }) => ({
    depth: Number(depth),
    anchor: anchor ?? null,
    title: stripTags(inner),
    start: index,
    end: index + all.length,
  }));

/** Renders links to the sections of a page; nothing for a page with fewer than two. */
export function renderContents(body: string): string {
  const sections = listHeadings(body).filter(({ depth }) => depth > 1);
  if (sections.length < 2) return '';
  const items = sections.map(
    ({ depth, anchor, title }) =>
      `<li${depth === 3 ? ' class="deeper"' : ''}><a href="#${anchor}">${title}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page">
<p>On this page</p>
<ul>
${items.join('\n')}
</ul>
</nav>`;
}

/** Shows the contents only where there is space for a third column. */
export const CONTENTS_STYLE = `.contents { display: none; }
@media (min-width: 1180px) {
  .columns:has(.contents) { grid-template-columns: 13rem minmax(0, 1fr) 14rem; }
  .contents { display: block; position: sticky; top: 2rem; align-self: start; max-height: calc(100vh - 4rem);
    overflow-y: auto; padding-left: 1rem; border-left: 1px solid var(--line); font-size: .88rem; line-height: 1.45; }
  .contents p { margin: 0 0 .5rem; font-weight: 600; }
  .contents ul { margin: 0; padding: 0; list-style: none; }
  .contents li { margin: 0; overflow-wrap: anywhere; }
  .contents a { display: block; padding: .25rem 0; color: var(--soft); text-decoration: none; }
  .contents a:hover { color: var(--act); text-decoration: underline; }
  .contents .deeper { padding-left: .9rem; }
  .contents :focus-visible { outline-offset: -3px; }
}
`;
