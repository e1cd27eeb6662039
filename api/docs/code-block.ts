import { highlight } from './highlight.js';

/** Renders a code block. `tabindex` lets keyboard users scroll wide code. */
export const renderCode = (text: string, language = ''): string =>
  `<code-block><pre tabindex="0"><code>${highlight(text, language)}</code></pre></code-block>\n`;

/** The element `code-block`: a button next to the code that copies it. */
export const CODE_BLOCK_SCRIPT = `{
const copyText = async (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Pages without https have no clipboard.
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
};

class CodeBlock extends HTMLElement {
  connectedCallback() {
    if (this.button) return;
    this.button = document.createElement('button');
    this.button.type = 'button';
    this.button.addEventListener('click', () => this.copy());
    this.show('Copy');
    this.append(this.button);
  }

  show(label) {
    this.button.ariaLabel = label;
    this.button.title = label;
    this.button.className = label.toLowerCase();
  }

  async copy() {
    await copyText(this.querySelector('code').textContent);
    this.show('Copied');
    this.button.focus();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show('Copy'), 2_000);
  }
}
customElements.define('code-block', CodeBlock);
}
`;

const drawIcon = (path: string): string =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='black' stroke-width='2'%3E%3Cpath d='${path}'/%3E%3C/svg%3E")`;

export const CODE_BLOCK_STYLE = `code-block { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: start;
  margin: 0 0 1.25rem; background: var(--raised); border: 1px solid var(--line); border-radius: .75rem; }
code-block pre { margin: 0; padding: 1rem 1.15rem; overflow-x: auto; border-radius: .75rem; }
code-block pre code { padding: 0; background: none; overflow-wrap: normal; }
code-block button { width: 2.25rem; height: 2.25rem; margin: .5rem .5rem 0 0; padding: 0; border: 0; border-radius: .5rem;
  background: none; color: var(--soft); cursor: pointer; }
code-block button:hover { color: var(--ink); background: var(--line); }
code-block button::before { content: ''; display: block; width: 1.1rem; height: 1.1rem; margin: auto;
  background: currentColor; mask: ${drawIcon('M9 9h11v11H9zM5 15H4V4h11v1')} center / contain no-repeat; }
code-block button.copied { color: var(--act); }
code-block button.copied::before { mask-image: ${drawIcon('M4 12l6 6L20 6')}; }
`;
