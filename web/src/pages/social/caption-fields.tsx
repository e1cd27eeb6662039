import { Checkbox, Group, Stack, Textarea } from '@mantine/core';
import type { SocialPlatform } from '../../api/contract';
import { CaptionCounter } from './caption-counter';
import { PLATFORM_NAMES } from './platforms';
import { getCaption, type PostDraft, type ResolvedDraft } from './post-draft';

interface Props {
  readonly draft: ResolvedDraft;
  readonly isVideo: boolean;
  readonly onChange: (next: Partial<PostDraft>) => void;
}

/** The caption of a new post: one for all platforms, or one for each. */
export function CaptionFields({ draft, isVideo, onChange }: Props) {
  const { platforms, isCustom, caption, own } = draft;
  return (
    <Stack gap="xs">
      {isCustom && platforms.length > 0 ? (
        platforms.map((platform) => (
          <CaptionField
            key={platform}
            label={`Caption for ${PLATFORM_NAMES[platform]}`}
            caption={getCaption(draft, platform)}
            platforms={[platform]}
            isVideo={isVideo}
            onChange={(text) => onChange({ own: { ...own, [platform]: text } })}
          />
        ))
      ) : (
        <CaptionField
          label="Caption"
          caption={caption}
          platforms={platforms}
          isVideo={isVideo}
          onChange={(text) => onChange({ caption: text })}
        />
      )}
      {platforms.length > 1 && (
        <Checkbox
          label="Customize per platform"
          checked={isCustom}
          onChange={({ currentTarget }) => onChange({ isCustom: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

interface FieldProps {
  readonly label: string;
  readonly caption: string;
  readonly platforms: readonly SocialPlatform[];
  readonly isVideo: boolean;
  readonly onChange: (caption: string) => void;
}

/** A caption with a counter for each of its platforms. */
export function CaptionField({ label, caption, platforms, isVideo, onChange }: FieldProps) {
  return (
    <div>
      <Textarea
        label={label}
        description="Shortened to fit each platform. Check the preview."
        autosize
        minRows={3}
        maxRows={10}
        value={caption}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group gap="md" mt={4}>
        {platforms.map((platform) => (
          <CaptionCounter key={platform} platform={platform} caption={caption} isVideo={isVideo} />
        ))}
      </Group>
    </div>
  );
}
