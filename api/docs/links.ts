import { posix } from 'node:path';
import { GUIDES, type Guide } from './guides.js';
import { MODEL_GUIDES } from './model-guides.js';

/** A link's target: an external address, or a section of a guide. */
export type LinkTarget =
  | { readonly url: string }
  | { readonly guide: Guide; readonly anchor: string | undefined };

/**
 * Resolves a link of a guide; null for a file that is only in the repository.
 * @param file name of the guide in the folder `docs`
 */
export function resolveLink(href: string, file: string): LinkTarget | null {
  if (/^https?:\/\//.test(href)) return { url: href };
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? file : posix.join(posix.dirname(file), path);
  const guide = [...GUIDES, ...MODEL_GUIDES].find((one) => one.file === target);
  return guide ? { guide, anchor } : null;
}
