import type { Token, Tokens } from 'marked';
import { renderCode } from './code-block.js';

/**
 * Names of the tabs, by the language of a fence. A shell block can set a different name:
 * `title="TypeScript"`.
 */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  go: 'Go',
};
const NAMES: readonly string[] = [...Object.values(LANGUAGES), 'Command line'];

/** A code block with the name of its tab. */
interface Block {
  /** Language of the fence. */
  readonly language: string;
  readonly name: string;
  readonly text: string;
}

/** Consecutive code blocks in different languages. */
export interface TabsToken extends Tokens.Generic {
  readonly type: 'tabs';
  readonly blocks: Block[];
}

const isTabs = (token: Token | undefined): token is TabsToken => token?.type === 'tabs';

/** Joins consecutive code blocks in different languages into one token. */
export function groupTabs(tokens: readonly Token[]): Token[] {
  const grouped: Token[] = [];
  // Blank lines render nothing.
  for (const token of tokens.filter(({ type }) => type !== 'space')) {
    const block = token.type === 'code' ? readBlock(token as Tokens.Code) : null;
    const last = grouped.at(-1);
    if (!block) grouped.push(token);
    else if (isTabs(last) && last.blocks.every(({ name }) => name !== block.name)) {
      last.blocks.push(block);
    } else grouped.push({ type: 'tabs', raw: token.raw, blocks: [block] });
  }
  return grouped;
}

function readBlock({ lang = '', text }: Tokens.Code): Block | null {
  const [, language = '', title] = /^(\w+)(?: title="([^"]*)")?$/.exec(lang) ?? [];
  const name = title ?? LANGUAGES[language];
  return name !== undefined && NAMES.includes(name) ? { language, name, text } : null;
}

/** Renders blocks under the names of their languages. `TABS_SCRIPT` turns them into tabs. */
export function renderTabs(blocks: readonly Block[]): string {
  const [first] = blocks;
  if (first && blocks.length === 1) return renderCode(first.text, first.language);
  const panels = blocks.map(
    ({ name, text, language }) =>
      `<section><p>${name}</p>\n${renderCode(text, language)}</section>`,
  );
  return `<code-tabs>${panels.join('')}</code-tabs>\n`;
}

/**
 * The element `code-tabs`: tabs as in https://www.w3.org/WAI/ARIA/apg/patterns/tabs/. A choice
 * applies to all tabs of the page, and to later pages.
 */
export const TABS_SCRIPT = `const KEY = 'docs.language';
// A browser that blocks storage keeps the choice for this page only.
const remember = (name) => { try { localStorage.setItem(KEY, name); } catch { return; } };
const recall = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
let made = 0;

class CodeTabs extends HTMLElement {
  connectedCallback() {
    if (this.tabs) return;
    const list = document.createElement('div');
    list.role = 'tablist';
    list.ariaLabel = 'Language';
    list.addEventListener('keydown', (event) => this.move(event));
    this.tabs = [...this.children].map((panel) => this.addTab(panel));
    list.append(...this.tabs);
    this.prepend(list);
    this.show(recall());
  }

  addTab(panel) {
    const tab = document.createElement('button');
    const name = panel.firstElementChild;
    name.hidden = true;
    tab.type = 'button';
    tab.role = 'tab';
    tab.textContent = name.textContent;
    tab.id = 'tab-' + ++made;
    panel.id = tab.id + '-panel';
    panel.role = 'tabpanel';
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => this.choose(tab));
    return tab;
  }

  move(event) {
    const { length } = this.tabs;
    const at = this.tabs.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + length, Home: 0, End: length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(this.tabs[to % length]);
  }

  /** Keeps the tab where it is on the screen, because other tabs on the page change their height. */
  choose(tab) {
    const { top } = tab.getBoundingClientRect();
    remember(tab.textContent);
    for (const tabs of document.querySelectorAll('code-tabs')) tabs.show(tab.textContent);
    tab.focus({ preventScroll: true });
    scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' });
  }

  /** Shows a language; without it, the tabs stay as they are. */
  show(name) {
    const isShown = this.tabs.some((tab) => tab.ariaSelected === 'true');
    const chosen = this.tabs.find((tab) => tab.textContent === name) ?? (isShown ? null : this.tabs[0]);
    if (!chosen) return;
    for (const tab of this.tabs) {
      tab.ariaSelected = String(tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = tab !== chosen;
    }
  }
}
customElements.define('code-tabs', CodeTabs);
`;

/** Without scripts, every language is shown under its name. */
export const TABS_STYLE = `code-tabs { display: block; margin: 0 0 1.25rem; }
code-tabs [hidden] { display: none; }
code-tabs section > p { margin: 0 0 .25rem; color: var(--soft); font-size: .9rem; font-weight: 600; }
code-tabs [role=tablist] { display: flex; gap: .25rem; overflow-x: auto; padding: 3px; margin: -3px -3px 0; }
code-tabs [role=tab] { padding: .35rem .8rem; border: 0; border-radius: .5rem .5rem 0 0; background: none;
  color: var(--soft); font: 600 .9rem/1.5 system-ui, sans-serif; white-space: nowrap; cursor: pointer; }
code-tabs [role=tab]:hover { color: var(--ink); }
code-tabs [aria-selected=true] { color: var(--ink); box-shadow: inset 0 -3px var(--act); }
code-tabs [role=tabpanel] code-block { margin: 0; border-top-left-radius: 0; }
@media (scripting: enabled) { code-tabs:not(:defined) section + section { display: none; } }
`;
