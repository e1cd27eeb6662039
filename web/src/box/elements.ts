/** Finds an element in `box.html`. */
export function find<T extends Element>(selector: string, type: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`no ${selector}`);
  return found;
}

/** Creates an element with a class and content. Text is never parsed as markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  ...content: (string | Node)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...content);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an SVG with one path, `size` units wide and high. */
export function draw(size: number, path: string, label: string | null = null): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  if (label === null) svg.setAttribute('aria-hidden', 'true');
  else {
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', label);
  }
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
