import { Text, VisuallyHidden } from '@mantine/core';
import { countCaption } from '../../captions/count-caption';
import type { SocialPlatform } from '../../api/contract';
import { PLATFORM_NAMES } from './platforms';

interface Props {
  readonly platform: SocialPlatform;
  readonly caption: string;
  /** Whether the post is a video; TikTok's limit for photos is higher. */
  readonly isVideo: boolean;
}

/** Counts a caption for a platform, by the rules of the server. */
export function CaptionCounter({ platform, caption, isVideo }: Props) {
  const { used, max, fits } = countCaption(platform, isVideo ? 'video' : 'photos', caption);
  const name = PLATFORM_NAMES[platform];
  return (
    <Text
      fz="xs"
      component="span"
      className="number"
      c={fits ? 'dimmed' : 'var(--mantine-color-error)'}
    >
      <span aria-hidden="true">
        {name} {used.toLocaleString('en')} / {max.toLocaleString('en')}
        {!fits && used <= max && ': too many tags or links'}
      </span>
      <VisuallyHidden>{`${name}: ${used} of ${max} characters used.`}</VisuallyHidden>
      {/* Announces only the change, not every character. */}
      <VisuallyHidden>
        <output>{!fits && `The caption is too long for ${name} and will be shortened.`}</output>
      </VisuallyHidden>
    </Text>
  );
}
