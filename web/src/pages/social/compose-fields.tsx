import { Checkbox, Group, Input, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries';
import { GenerationPicker } from './generation-picker';
import { isPlatform, PLATFORM_NAMES } from './platforms';
import type { PostDraft } from './post-draft';
import { useCharacters } from '../../queries/use-characters';

interface Props {
  readonly draft: PostDraft;
  readonly onChange: (next: Partial<PostDraft>) => void;
}

export function ComposeFields({ draft, onChange }: Props) {
  const { choices } = useCharacters();
  return (
    <>
      <Select
        label="Character"
        description="Posts from this character's accounts"
        required
        searchable
        data={choices}
        value={draft.character}
        onChange={(character) => onChange({ character, platforms: [] })}
        nothingFoundMessage="No characters yet"
      />
      {draft.character && (
        <PlatformField character={draft.character} draft={draft} onChange={onChange} />
      )}
      <Input.Wrapper
        label="Media"
        description="One video, or up to 10 images in the order you select them"
        labelElement="div"
      >
        <GenerationPicker
          chosen={draft.generations}
          onChange={(generations) => onChange({ generations })}
        />
      </Input.Wrapper>
      <Textarea
        label="Caption"
        description="Shortened to fit each platform. Check the preview."
        autosize
        minRows={3}
        maxRows={10}
        value={draft.caption}
        onChange={({ currentTarget }) => onChange({ caption: currentTarget.value })}
      />
      <TextInput
        label="Time"
        description="Leave empty to publish now, or schedule 5 minutes to 365 days ahead, in your time zone"
        type="datetime-local"
        value={draft.time}
        onChange={({ currentTarget }) => onChange({ time: currentTarget.value })}
      />
    </>
  );
}

function PlatformField({ character, draft, onChange }: Props & { readonly character: string }) {
  const query = { character_id: character };
  const accounts = useQuery(apiQuery('/social/accounts', { query }));
  const known = accounts.data?.data ?? [];
  return (
    <Checkbox.Group
      label="Platforms"
      required
      value={[...draft.platforms]}
      onChange={(names) => onChange({ platforms: names.filter(isPlatform) })}
    >
      <Group mt="xs" gap="md">
        {known.map(({ platform, username }) => (
          <Checkbox
            key={platform}
            value={platform}
            label={`${PLATFORM_NAMES[platform]} @${username}`}
          />
        ))}
        {accounts.data && known.length === 0 && (
          <Text fz="sm" c="dimmed">
            This character has no accounts yet. Connect one first.
          </Text>
        )}
      </Group>
    </Checkbox.Group>
  );
}
