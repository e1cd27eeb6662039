import type { Figure } from './figure.js';

/** The value, or its ratio to what was measured beside it. */
export const ratioOf = ({ value, peer }: Figure): number | null =>
  peer && peer.value !== 0 ? value / peer.value : null;

/** Whether a figure is as it should be; null for one without an aim. */
export function isMet(figure: Figure): boolean | null {
  const { aim } = figure;
  if (!aim) return null;
  const judged = aim.of === 'value' ? figure.value : ratioOf(figure);
  // What cannot be compared has not shown that it is as it should be.
  if (judged === null || !Number.isFinite(judged)) return false;
  if (aim.at === 'least') return judged >= aim.bound;
  return aim.at === 'most' ? judged <= aim.bound : judged < aim.bound;
}
