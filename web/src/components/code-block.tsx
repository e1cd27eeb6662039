import { Box, Code } from '@mantine/core';
import { CopyButton } from './copy-button';

interface Props {
  readonly text: string;
  /** Names the text for the copy button. */
  readonly what: string;
  /** Wraps a long line, such as a link, in place of scrolling. */
  readonly wraps?: boolean;
}

/** Preformatted text with a copy button. */
export function CodeBlock({ text, what, wraps = false }: Props) {
  return (
    <Box pos="relative" component="section" aria-label={what}>
      <Code
        block
        fz="xs"
        p="md"
        pr={44}
        tabIndex={0}
        className={`code-block ${wraps ? 'wrapping' : ''}`}
      >
        {text}
      </Code>
      <Box pos="absolute" top={8} right={8} className="code-block-copy">
        <CopyButton text={text} what={what} />
      </Box>
    </Box>
  );
}
