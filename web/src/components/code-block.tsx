import { Box, Code } from '@mantine/core';
import { CopyButton } from './copy-button';

/** Preformatted text with a copy button. */
export function CodeBlock({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <Box pos="relative" component="section" aria-label={what}>
      <Code block fz="xs" p="md" pr={44} tabIndex={0} className="code-block">
        {text}
      </Code>
      <Box pos="absolute" top={8} right={8} className="code-block-copy">
        <CopyButton text={text} what={what} />
      </Box>
    </Box>
  );
}
