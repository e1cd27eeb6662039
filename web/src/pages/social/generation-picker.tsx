import { Skeleton, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { Generation } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { GenerationThumbnail } from '../../components/generation-thumbnail';
import { ProblemNotice } from '../../components/problem-notice';
import classes from './generation-picker.module.css';

/** Only the latest generations are shown, because older ones are rarely posted. */
const SHOWN = 60;
const IMAGES_MOST = 10;

interface Props {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Selects a post's media: one video, or images in order. */
export function GenerationPicker({ chosen, onChange }: Props) {
  const list = useQuery(apiQuery('/generations', { query: { status: 'completed', limit: SHOWN } }));
  const listed = list.data?.data ?? [];
  // The user may have chosen an older one on its own page.
  const unlisted = list.data ? chosen.filter((id) => listed.every((one) => one.id !== id)) : [];
  const older = useQueries({
    queries: unlisted.map((id) => apiQuery('/generations/{id}', { params: { id } })),
  });
  const all = [...older.flatMap(({ data }) => (data?.result ? [data] : [])), ...listed];
  const choose = ({ id, type }: Generation) => {
    if (chosen.includes(id)) return onChange(chosen.filter((one) => one !== id));
    // A post has one video or several images: choosing a video replaces the selection, and choosing
    // an image replaces a video.
    const kept = all.filter((one) => chosen.includes(one.id) && one.type === 'image');
    const others = chosen.filter((one) => kept.some(({ id: other }) => other === one));
    onChange(type === 'video' ? [id] : [...others, id].slice(-IMAGES_MOST));
  };
  if (list.error) return <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton h={96} mt="xs" radius="md" />;
  if (all.length === 0) {
    return (
      <Text fz="sm" c="dimmed" mt="xs">
        No generations yet. Create one in the playground.
      </Text>
    );
  }
  return (
    <fieldset className={classes.tiles} aria-label="Generations">
      {all.map((generation) => (
        <GenerationThumbnail
          key={generation.id}
          generation={generation}
          isChosen={chosen.includes(generation.id)}
          place={chosen.indexOf(generation.id) + 1}
          onChoose={() => choose(generation)}
        />
      ))}
    </fieldset>
  );
}
