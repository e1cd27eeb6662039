import { Skeleton, Stack } from '@mantine/core';
import { EmptyState } from '../../components/empty-state';
import { SpeechIcon } from '../../components/icons';
import { Older } from '../../components/load-older';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { useVoices } from '../../queries/use-voices';
import { mayChange, useSession } from '../../session/session';
import { SpeechCard } from './speech-card';
import { SpeechForm } from './speech-form';
import { useSpeechList } from './use-speech-list';

export function SpeechPage() {
  const may = mayChange(useSession().role);
  const list = useSpeechList();
  const { nameOf } = useVoices();
  const speeches = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Page title="Speech" lead="Turn a text into an audio file, with any of the voices.">
      {may && <SpeechForm />}
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={160} radius="lg" />}
      {list.data && speeches.length === 0 && (
        <EmptyState icon={<SpeechIcon size={24} />} title="No speech yet">
          {may
            ? 'Write a text and generate it. The audio file then appears here.'
            : 'Audio files that your team generates appear here.'}
        </EmptyState>
      )}
      <Stack gap="sm">
        {speeches.map((speech) => (
          <SpeechCard key={speech.id} speech={speech} voice={nameOf(speech.voice_key)} />
        ))}
      </Stack>
      <Older list={list} />
    </Page>
  );
}
