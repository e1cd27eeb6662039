import type { Figure } from './figure.js';

/** Returns the ratio of the value to its peer; null if it has no peer. */
export const ratioOf = ({ value, peer }: Figure): number | null =>
  peer && peer.value !== 0 ? value / peer.value : null;

/** Returns whether a figure meets its target; null if it has no target. */
export function isMet(figure: Figure): boolean | null {
  const { aim } = figure;
  if (!aim) return null;
  const judged = aim.of === 'value' ? figure.value : ratioOf(figure);
  // A value without a result cannot meet its target.
  if (judged === null || !Number.isFinite(judged)) return false;
  if (aim.at === 'least') return judged >= aim.bound;
  return aim.at === 'most' ? judged <= aim.bound : judged < aim.bound;
}
