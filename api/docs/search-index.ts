import { listHeadings, stripTags } from './contents.js';

/** A rendered page that the search finds. */
export interface SearchablePage {
  readonly title: string;
  readonly path: string;
  /** HTML of the content. */
  readonly body: string;
}

/** A section in the index: heading, anchor or empty text, and text. */
type IndexedSection = readonly [heading: string, anchor: string, text: string];

/** A page in the index, in an order that keeps the file small. */
export type IndexedPage = readonly [
  title: string,
  path: string,
  sections: readonly IndexedSection[],
];

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Converts HTML to a line of text. Code blocks are left out: they repeat the text around them. */
function toText(html: string): string {
  const withoutCode = html
    .replaceAll(/<pre[^]*?<\/pre>/g, ' ')
    .replaceAll(/<\/(td|th|li|p)>/g, ' ');
  return stripTags(withoutCode)
    .replaceAll(/&(?:#(\d+)|(\w+));/g, (all, code: string | undefined, name: string) =>
      code === undefined ? (ENTITIES[name] ?? all) : String.fromCodePoint(Number(code)),
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Builds the index of all sections, which the search field loads when it is first used. */
export const buildSearchIndex = (pages: readonly SearchablePage[]): IndexedPage[] =>
  pages.map(({ title, path, body }) => {
    const headings = listHeadings(body);
    const sections = headings.map(
      ({ depth, anchor, title: heading, end }, index): IndexedSection => [
        toText(heading),
        // The title of a page leads to its top.
        depth === 1 ? '' : (anchor ?? ''),
        toText(body.slice(end, headings[index + 1]?.start)),
      ],
    );
    return [title, path, sections];
  });
