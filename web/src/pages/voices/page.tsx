import { Group, SegmentedControl, SimpleGrid, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { apiQuery } from '../../api/queries';
import { EmptyState } from '../../components/empty-state';
import { SearchIcon, VoiceIcon } from '../../components/icons';
import { LinkButton } from '../../components/link-button';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { GENDERS, isShown, readVoiceFilters, type VoiceFilters } from './filters';
import { VoiceCard } from './voice-card';

export function VoicesPage() {
  const filters = useSearch({ from: '/shell/voices' });
  const list = useQuery(apiQuery('/voices'));
  const voices = list.data?.data.filter((voice) => isShown(voice, filters));
  return (
    <Page title="Voices" lead="Voices for your characters.">
      <Filters filters={filters} />
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={240} radius="lg" />}
      {voices?.length === 0 && (
        <EmptyState
          icon={<VoiceIcon size={24} />}
          title="No voices found"
          action={
            <LinkButton to="/voices" variant="default">
              Show all voices
            </LinkButton>
          }
        >
          Try another search or gender.
        </EmptyState>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {voices?.map((voice) => (
          <VoiceCard key={voice.voice_key} voice={voice} />
        ))}
      </SimpleGrid>
    </Page>
  );
}

const EVERY = 'all';

function Filters({ filters }: { readonly filters: VoiceFilters }) {
  const navigate = useNavigate();
  const change = (next: Record<string, unknown>) => {
    const search = readVoiceFilters({ ...filters, ...next });
    void navigate({ to: '/voices', search, replace: true });
  };
  return (
    <Group gap="sm">
      <TextInput
        aria-label="Search voices"
        placeholder="Name, accent or language"
        leftSection={<SearchIcon size={16} />}
        value={filters.q ?? ''}
        onChange={({ currentTarget }) => change({ q: currentTarget.value })}
        flex={1}
        miw={200}
        maw={360}
      />
      <SegmentedControl
        aria-label="Gender"
        value={filters.gender ?? EVERY}
        onChange={(gender) => change({ gender })}
        data={[EVERY, ...GENDERS]}
      />
    </Group>
  );
}
