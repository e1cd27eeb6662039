/** File with the search index, in the folder of the script. */
export const SEARCH_INDEX = 'search.json';

/** Place of the search field, which needs scripts. */
export const renderSearch = (): string => '<docs-search role="search"></docs-search>';

/**
 * The element `docs-search`: a field with a list of links below it. The field loads the index when
 * it gets the focus. `/` focuses the field, arrow keys move between the results, Enter opens the
 * first one, and Escape closes the list.
 */
export const SEARCH_SCRIPT = `{
const { src } = document.currentScript;
const RESULTS_MAX = 10;
let index = null;
const load = () => (index ??= fetch(new URL('${SEARCH_INDEX}', src))
  .then((answer) => answer.json())
  .then((pages) => pages.flatMap(([title, path, sections]) => sections.map(([heading, anchor, text]) =>
    ({ title, heading, text, href: anchor ? path + '#' + anchor : path }))))
  .catch(() => { index = null; return []; }));

/** Rates a text: 2 if a word begins with the term, 1 if the term is elsewhere. */
const rate = (text, term) => {
  const lower = text.toLowerCase();
  if (!lower.includes(term)) return 0;
  return lower.split(/[^\\p{L}\\p{N}_]+/u).some((word) => word.startsWith(term)) ? 2 : 1;
};
const score = ({ title, heading, text }, terms) => {
  let sum = 0;
  for (const term of terms) {
    const found = 6 * rate(heading, term) + 3 * rate(title, term) + rate(text, term);
    if (found === 0) return 0;
    sum += found;
  }
  return sum;
};
const find = (entries, query) => {
  const terms = query.toLowerCase().split(/\\s+/).filter(Boolean);
  if (terms.length === 0) return [];
  return entries
    .map((entry) => ({ ...entry, score: score(entry, terms), term: terms[0] }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, RESULTS_MAX);
};

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const excerpt = ({ text, term }) => {
  const at = text.lastIndexOf(' ', text.toLowerCase().indexOf(term) - 30) + 1;
  return (at > 0 ? '…' : '') + text.slice(at, at + 110);
};
const makeResult = (entry) => make('li', {}, make('a', { href: entry.href },
  make('b', { textContent: entry.heading }),
  make('small', { textContent: entry.title }),
  make('span', { textContent: excerpt(entry) })));

class DocsSearch extends HTMLElement {
  connectedCallback() {
    if (this.field) return;
    this.field = make('input', { type: 'search', ariaLabel: 'Search the docs', placeholder: 'Search (press /)', autocomplete: 'off' });
    this.list = make('ul', {});
    this.status = make('p', { role: 'status' });
    this.panel = make('div', { hidden: true, className: 'panel' }, this.list);
    this.append(this.field, this.status, this.panel);
    this.field.addEventListener('focus', load);
    this.field.addEventListener('input', () => this.search());
    this.list.addEventListener('click', () => this.close());
    this.addEventListener('keydown', (event) => this.move(event));
    this.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && !this.contains(relatedTarget)) this.close();
    });
    document.addEventListener('pointerdown', ({ target }) => { if (!this.contains(target)) this.close(); });
    document.addEventListener('keydown', (event) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || target.closest('input, textarea, select')) return;
      event.preventDefault();
      this.field.focus();
    });
  }

  async search() {
    const query = this.field.value;
    if (!query.trim()) return this.close();
    const found = find(await load(), query);
    // A later key press searches for more.
    if (query !== this.field.value) return;
    this.list.replaceChildren(...found.map(makeResult));
    this.panel.hidden = found.length === 0;
    this.status.textContent = found.length === 0 ? 'No results'
      : found.length === 1 ? '1 result' : found.length + ' results';
  }

  close() {
    this.panel.hidden = true;
    this.status.textContent = '';
  }

  move(event) {
    const stops = [this.field, ...(this.panel.hidden ? [] : this.list.querySelectorAll('a'))];
    const at = stops.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      this.field.focus();
      this.close();
    } else if (event.key === 'Enter' && at === 0) stops[1]?.click();
    else if (event.key === 'ArrowDown') stops[Math.min(at + 1, stops.length - 1)].focus();
    else if (event.key === 'ArrowUp') stops[Math.max(at - 1, 0)].focus();
    else return;
    if (event.key !== 'Enter') event.preventDefault();
  }
}
customElements.define('docs-search', DocsSearch);
}
`;

export const SEARCH_STYLE = `docs-search { position: relative; flex: 0 1 16rem; min-height: 2.1rem; }
docs-search input { width: 100%; padding: .35rem .75rem; border: 1px solid var(--soft); border-radius: .5rem;
  background: var(--raised); color: var(--ink); font: inherit; font-size: .9rem; }
docs-search input::placeholder { color: var(--soft); opacity: 1; }
docs-search [role=status] { position: absolute; z-index: 3; right: 0; margin: .35rem 0; padding: 0 .5rem; border-radius: .5rem;
  background: var(--back); color: var(--soft); font-size: .8rem; }
docs-search .panel { position: absolute; z-index: 2; top: 4rem; right: 0; width: min(34rem, 100vw - 40px);
  max-height: min(34rem, 75vh); overflow-y: auto; background: var(--back); border: 1px solid var(--line);
  border-radius: .75rem; box-shadow: 0 .75rem 2rem rgb(0 0 0 / 25%); }
docs-search .panel[hidden] { display: none; }
docs-search ul { margin: 0; padding: .35rem; list-style: none; }
docs-search li { margin: 0; }
docs-search .panel a { display: block; padding: .5rem .75rem; border-radius: .5rem; color: var(--ink); line-height: 1.4; overflow-wrap: anywhere; }
docs-search .panel a:hover, docs-search .panel a:focus-visible { background: var(--raised); text-decoration: none; }
docs-search .panel a:focus-visible { outline-color: var(--act); outline-offset: -3px; }
docs-search small { margin-left: .6rem; color: var(--soft); }
docs-search span { display: block; color: var(--soft); font-size: .85rem; }
@media (max-width: 760px) {
  docs-search { flex: 1 0 100%; order: 3; }
  docs-search .panel { left: 0; right: auto; }
}
`;
