import type { Usage, UsageGrouping } from '../../api/contract';

/** The usage of one model, type, key or member. */
export interface Group {
  readonly key: string;
  readonly label: string;
  /** Credits per day, oldest first. */
  readonly credits: readonly number[];
  readonly generations: number;
  readonly total: number;
}

const TYPES: Readonly<Record<string, string>> = {
  image: 'Images',
  video: 'Videos',
  character: 'Preset characters',
  post: 'Posts',
};

/** Returns the display name of a row's group. */
export function describeGroup(row: Usage, by: UsageGrouping): string {
  if (row.group === null) return by === 'member' ? 'Owner' : 'None';
  return row.name ?? TYPES[row.group] ?? row.group;
}

/** Groups the rows, the group with the most credits first. */
export function groupUsage(
  rows: readonly Usage[],
  days: readonly string[],
  by: UsageGrouping,
): readonly Group[] {
  const places = new Map(days.map((day, at) => [day, at]));
  const groups = new Map<string, { label: string; credits: number[]; generations: number }>();
  for (const row of rows) {
    const place = places.get(row.day);
    if (place === undefined) continue;
    const key = row.group ?? '';
    const group = groups.get(key) ?? {
      label: describeGroup(row, by),
      credits: days.map(() => 0),
      generations: 0,
    };
    group.credits[place] = (group.credits[place] ?? 0) + row.credits;
    group.generations += row.generations;
    groups.set(key, group);
  }
  return [...groups]
    .map(([key, group]) => ({
      key,
      ...group,
      total: group.credits.reduce((sum, value) => sum + value, 0),
    }))
    .toSorted((a, b) => b.total - a.total || b.generations - a.generations);
}

/** Keeps the first groups and merges the others, so that the colours stay distinguishable. */
export function mergeSmall(groups: readonly Group[], most: number): readonly Group[] {
  if (groups.length <= most) return groups;
  const rest = groups.slice(most - 1);
  return [
    ...groups.slice(0, most - 1),
    {
      key: 'others',
      label: `${rest.length} others`,
      credits: (rest[0]?.credits ?? []).map((_, day) =>
        rest.reduce((sum, { credits }) => sum + (credits[day] ?? 0), 0),
      ),
      generations: rest.reduce((sum, { generations }) => sum + generations, 0),
      total: rest.reduce((sum, { total }) => sum + total, 0),
    },
  ];
}
