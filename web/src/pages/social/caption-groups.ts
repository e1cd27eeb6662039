/** A caption, and the platforms that get it. */
export interface CaptionGroup<Platform> {
  readonly caption: string;
  readonly platforms: readonly Platform[];
}

/** Groups platforms by their captions, because a post has one caption. */
export function groupCaptions<Platform>(
  platforms: readonly Platform[],
  captionOf: (platform: Platform) => string,
): CaptionGroup<Platform>[] {
  const groups = Map.groupBy(platforms, captionOf);
  return [...groups].map(([caption, members]) => ({ caption, platforms: members }));
}

/** Describes sent posts by their status: `Post scheduled.`, or `1 post published, 1 post failed.` */
export function describeSent(statuses: readonly string[]): string {
  const texts = [...Map.groupBy(statuses, nameStatus)].map(([name, { length }]) =>
    length === 1 ? `1 post ${name}` : `${length} posts ${name}`,
  );
  return statuses.length === 1 ? `Post ${nameStatus(statuses[0] ?? '')}.` : `${texts.join(', ')}.`;
}

const nameStatus = (status: string) => (status === 'partial' ? 'partially published' : status);
