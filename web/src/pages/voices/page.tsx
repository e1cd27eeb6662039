import {
  Button,
  Group,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Voice } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { SearchIcon, VoiceIcon } from '../../components/icons';
import { LinkButton } from '../../components/link-button';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { OWN_VOICES, PRESET_VOICES, splitVoices } from '../../format/voices';
import { mayChange, useSession } from '../../session/session';
import { CloneVoice } from './clone-voice';
import { GENDERS, isShown, readVoiceFilters, type VoiceFilters } from './filters';
import { VoiceCard } from './voice-card';

export function VoicesPage() {
  const filters = useSearch({ from: '/shell/voices' });
  const may = mayChange(useSession().role);
  const list = useQuery(apiQuery('/voices'));
  const voices = list.data?.data.filter((voice) => isShown(voice, filters));
  const { own, presets } = splitVoices(voices ?? []);
  const [isCloning, { open, close }] = useDisclosure();
  return (
    <Page
      title="Voices"
      lead="Voices for your characters, speech and scripts."
      actions={may && <Button onClick={open}>Clone a voice</Button>}
    >
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
      <Section title={OWN_VOICES} voices={own} />
      <Section title={PRESET_VOICES} voices={presets} />
      <Dialog opened={isCloning} onClose={close} title="Clone a voice" centered size="lg">
        <CloneVoice onDone={close} />
      </Dialog>
    </Page>
  );
}

interface SectionProps {
  readonly title: string;
  readonly voices: readonly Voice[];
}

function Section({ title, voices }: SectionProps) {
  if (voices.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={2} fz="h4">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {voices.map((voice) => (
          <VoiceCard key={voice.voice_key} voice={voice} />
        ))}
      </SimpleGrid>
    </Stack>
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
