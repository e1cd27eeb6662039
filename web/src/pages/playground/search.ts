/** Ways to use a result in the playground. */
const INTENTS = ['animate', 'edit', 'reference', 'variations'] as const;
export type Intent = (typeof INTENTS)[number];

/** Source of the form when the playground opens. */
export interface PlaygroundSearch {
  /** The id of the generation whose request or result fills the form. */
  readonly from?: string;
  /** How its result is used; without it, its request is repeated. */
  readonly as?: Intent;
  /** The id of a character that is added to the form. */
  readonly character?: string;
}

export function readPlaygroundSearch({
  from,
  as,
  character,
}: Record<string, unknown>): PlaygroundSearch {
  if (typeof character === 'string') return { character };
  if (typeof from !== 'string') return {};
  const intent = INTENTS.find((one) => one === as);
  return intent ? { from, as: intent } : { from };
}
