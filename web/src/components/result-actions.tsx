import { Button, Group, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { Generation } from '../api/contract';
import { mayChange, useSession } from '../session/session';
import {
  CheckIcon,
  CopyIcon,
  DownloadIcon,
  EditIcon,
  LibraryIcon,
  PlayIcon,
  RefreshIcon,
  ShareIcon,
} from './icons';
import { LinkButton } from './link-button';

const SIZE = 14;
const LOOK: ButtonProps = { size: 'compact-sm', variant: 'default' };

/** Actions that open the playground with an image. */
const IMAGE_USES = [
  { as: 'animate', label: 'Animate', icon: <PlayIcon size={SIZE} /> },
  { as: 'edit', label: 'Edit', icon: <EditIcon size={SIZE} /> },
  { as: 'reference', label: 'Use as reference', icon: <LibraryIcon size={SIZE} /> },
] as const;

/** Shows links to the uses of a result. Each link opens a form with the result filled in. */
export function ResultActions({ generation }: { readonly generation: Generation }) {
  const { id, type, result } = generation;
  const may = mayChange(useSession().role);
  if (!result) return null;
  return (
    <Group gap="xs">
      {may &&
        type === 'image' &&
        IMAGE_USES.map(({ as, label, icon }) => (
          <LinkButton
            key={as}
            to="/playground"
            search={{ from: id, as }}
            leftSection={icon}
            {...LOOK}
          >
            {label}
          </LinkButton>
        ))}
      {may && (
        <>
          <LinkButton
            to="/playground"
            search={{ from: id, as: 'variations' }}
            leftSection={<RefreshIcon size={SIZE} />}
            {...LOOK}
          >
            Variations
          </LinkButton>
          <LinkButton
            to="/social"
            search={{ post: id }}
            leftSection={<ShareIcon size={SIZE} />}
            {...LOOK}
          >
            Post
          </LinkButton>
        </>
      )}
      <Button
        component="a"
        href={result.url}
        download
        leftSection={<DownloadIcon size={SIZE} />}
        {...LOOK}
      >
        Download
      </Button>
      <CopyLink url={result.url} />
    </Group>
  );
}

function CopyLink({ url }: { readonly url: string }) {
  const { copy, copied } = useClipboard({ timeout: 1_500 });
  return (
    <Button
      leftSection={copied ? <CheckIcon size={SIZE} /> : <CopyIcon size={SIZE} />}
      onClick={() => copy(url)}
      {...LOOK}
    >
      {copied ? 'Copied' : 'Copy link'}
    </Button>
  );
}
