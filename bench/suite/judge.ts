import type { Figure } from './figure.js';

/** The ratio of the value to its peer; null without one. */
export const ratioOf = ({ value, peer }: Figure): number | null =>
  peer && peer.value !== 0 ? value / peer.value : null;

/** Whether a figure meets its target; null for one without a target. */
export function isMet(figure: Figure): boolean | null {
  const { aim } = figure;
  if (!aim) return null;
  const judged = aim.of === 'value' ? figure.value : ratioOf(figure);
  // A value that cannot be compared does not count as met.
  if (judged === null || !Number.isFinite(judged)) return false;
  if (aim.at === 'least') return judged >= aim.bound;
  return aim.at === 'most' ? judged <= aim.bound : judged < aim.bound;
}
