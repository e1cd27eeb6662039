import { Tabs, Text } from '@mantine/core';
import { CodeBlock } from '../../components/code-block';
import { Panel } from '../../components/panel';
import { CODE_LANGUAGES, writeCode } from './code-samples';
import type { DraftRequest } from './draft';

/** The same request as code. */
export function CodePanel({ request }: { readonly request: DraftRequest }) {
  const { origin } = globalThis.location;
  return (
    <Panel title="The same request as code">
      <Tabs defaultValue="curl">
        <Tabs.List mb="sm">
          {CODE_LANGUAGES.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {CODE_LANGUAGES.map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeBlock
              text={writeCode(language, origin, request)}
              what={`request as ${language}`}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text fz="xs" c="dimmed" mt="xs">
        API_KEY is one of your keys. Uploads last 7 days, so replace their ids in code that you
        keep.
      </Text>
    </Panel>
  );
}
