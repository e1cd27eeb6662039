import { Button, Card, Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { Voice } from '../../api/contract';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { Id } from '../../components/id';
import { ProblemNotice } from '../../components/problem-notice';
import { Tag } from '../../components/tag';
import { VoiceSample } from '../../components/voice-sample';
import { describeVoice } from '../../format/voices';
import { createIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';
import { useCharacters } from '../../queries/use-characters';
import { ClonedFacts, DeleteVoice } from './cloned-facts';

/** Shows a voice with its sample and the characters that use it. */
export function VoiceCard({ voice }: { readonly voice: Voice }) {
  const may = mayChange(useSession().role);
  const [isGiving, { open, close }] = useDisclosure();
  const users = useCharacters().characters.filter(({ voice_key: key }) =>
    key === null ? voice.is_default : key === voice.voice_key,
  );
  return (
    <Card withBorder radius="lg" padding="md" component="article" aria-label={voice.name}>
      <Stack gap={6} h="100%">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} truncate>
            {voice.name}
          </Text>
          {voice.is_default && <Tag>default</Tag>}
        </Group>
        <Text fz="sm" c="dimmed">
          {describeVoice(voice)}
        </Text>
        <VoiceSample voice={voice} />
        <ClonedFacts voice={voice} />
        {users.length > 0 && (
          <Text fz="sm" className="breakable">
            Used by {users.map(({ name }) => name).join(', ')}.
          </Text>
        )}
        <Group justify="space-between" gap="xs" mt="auto">
          <Id value={voice.voice_key} />
          {may && (
            <Group gap="xs">
              <Button size="compact-sm" variant="default" onClick={open}>
                Assign
              </Button>
              {voice.type === 'cloned' && <DeleteVoice voice={voice} />}
            </Group>
          )}
        </Group>
      </Stack>
      <Dialog opened={isGiving} onClose={close} title={`Assign ${voice.name}`} centered>
        <GiveVoice voice={voice} onDone={close} />
      </Dialog>
    </Card>
  );
}

interface GiveProps {
  readonly voice: Voice;
  readonly onDone: () => void;
}

function GiveVoice({ voice, onDone }: GiveProps) {
  const queries = useQueryClient();
  const { choices } = useCharacters();
  const [id, setId] = useState<string | null>(null);
  const give = useMutation({
    mutationFn: (character: string) =>
      request('PATCH /characters/{id}', {
        params: { id: character },
        body: { voice_key: voice.voice_key },
        headers: createIdempotencyKey(),
      }),
    onSuccess: (character) => {
      notifications.show({ message: `${voice.name} is now the voice of ${character.name}.` });
      onDone();
    },
    onSettled: () => queries.invalidateQueries(),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (id) give.mutate(id);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Select
          label="Character"
          required
          searchable
          data={choices}
          value={id}
          onChange={setId}
          nothingFoundMessage="No characters yet"
        />
        {give.error && <ProblemNotice error={give.error} />}
        <Button type="submit" loading={give.isPending} disabled={!id}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
