import { Checkbox, Group, Input, Select, Text, TextInput } from '@mantine/core';
import type { SocialAccount } from '../../api/contract';
import { CaptionFields } from './caption-fields';
import { GenerationPicker } from './generation-picker';
import { isPlatform, PLATFORM_NAMES } from './platforms';
import type { PostDraft, ResolvedDraft } from './post-draft';
import { useCharacters } from '../../queries/use-characters';

interface Props {
  readonly draft: ResolvedDraft;
  /** The character's accounts; undefined until they are loaded. */
  readonly accounts: readonly SocialAccount[] | undefined;
  readonly isVideo: boolean;
  readonly onChange: (next: Partial<PostDraft>) => void;
}

export function ComposeFields({ draft, accounts, isVideo, onChange }: Props) {
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
        onChange={(character) => onChange({ character, platforms: null })}
        nothingFoundMessage="No characters yet"
      />
      {draft.character && <PlatformField draft={draft} accounts={accounts} onChange={onChange} />}
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
      <CaptionFields draft={draft} isVideo={isVideo} onChange={onChange} />
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

function PlatformField({ draft, accounts, onChange }: Omit<Props, 'isVideo'>) {
  return (
    <Checkbox.Group
      label="Platforms"
      required
      value={[...draft.platforms]}
      onChange={(names) => onChange({ platforms: names.filter(isPlatform) })}
    >
      <Group mt="xs" gap="md">
        {accounts?.map(({ platform, username }) => (
          <Checkbox
            key={platform}
            value={platform}
            label={`${PLATFORM_NAMES[platform]} @${username}`}
          />
        ))}
        {accounts?.length === 0 && (
          <Text fz="sm" c="dimmed">
            This character has no accounts yet. Connect one first.
          </Text>
        )}
      </Group>
    </Checkbox.Group>
  );
}
