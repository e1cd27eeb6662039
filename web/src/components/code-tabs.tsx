import { Tabs, Text } from '@mantine/core';
import { CODE_LANGUAGES, writeCode, type GenerationRequest } from '../generations/code-samples';
import { CodeBlock } from './code-block';

/** The request as code in three languages. */
export function CodeTabs({ request }: { readonly request: GenerationRequest }) {
  const { origin } = globalThis.location;
  return (
    <>
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
        Set API_KEY and run.
      </Text>
    </>
  );
}
