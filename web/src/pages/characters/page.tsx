import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { PersonIcon } from '../../components/icons';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { SubjectCard } from '../../components/subject-card';
import { formatCount } from '../../format/numbers';
import { createIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';
import { CreateCharacter } from './create-character';

/** Page size: more characters than any plan allows. */
const ALL = 100;

export function CharactersPage() {
  const may = mayChange(useSession().role);
  const list = useQuery(apiQuery('/characters', { query: { limit: ALL } }));
  const [isCreating, { open, close }] = useDisclosure();
  const add = may && <Button onClick={open}>New character</Button>;
  return (
    <Page
      title="Characters"
      lead="Reusable characters with the same appearance in every image and video."
      actions={add}
    >
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={320} radius="lg" />}
      {list.data?.data.length === 0 && (
        <EmptyState icon={<PersonIcon size={24} />} title="No characters yet" action={add}>
          Create one from 1–3 photos, or start from a preset.
        </EmptyState>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }}>
        {list.data?.data.map((character) => {
          const params = { id: character.id };
          return (
            <SubjectCard
              key={character.id}
              subject={character}
              note={
                character.type === 'preset'
                  ? 'preset'
                  : formatCount(character.images.length, 'photo')
              }
              seen={character.analysis?.character_analysis.detailed_description ?? null}
              page="/characters/$characterId"
              mayChange={may}
              rename={(name) =>
                request('PATCH /characters/{id}', {
                  params,
                  body: { name },
                  headers: createIdempotencyKey(),
                })
              }
              remove={() =>
                request('DELETE /characters/{id}', { params, headers: createIdempotencyKey() })
              }
            />
          );
        })}
      </SimpleGrid>
      <Dialog opened={isCreating} onClose={close} title="New character" centered size="lg">
        <CreateCharacter onDone={close} />
      </Dialog>
    </Page>
  );
}
