import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { CheckIcon, CopyIcon } from './icons';

/** @param what names the text in the button's label: "id", "request as curl" */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const { copy, copied } = useClipboard({ timeout: 1_500 });
  return (
    <Tooltip label={copied ? 'Copied' : `Copy ${what}`} withArrow>
      <ActionIcon
        variant="subtle"
        color={copied ? 'teal' : 'gray'}
        size="sm"
        aria-label={`Copy ${what}`}
        onClick={() => copy(text)}
      >
        {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      </ActionIcon>
    </Tooltip>
  );
}
