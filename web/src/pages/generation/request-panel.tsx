import { Tabs, Text } from '@mantine/core';
import type { Generation } from '../../api/contract';
import { CodeBlock } from '../../components/code-block';
import { CodeTabs } from '../../components/code-tabs';
import { Panel } from '../../components/panel';
import { describeFiles, listRequestFiles } from '../../generations/request-files';
import { requestOf } from './request-of';

/** The request as it was sent, and what the API tells of it today. */
export function RequestPanel({ generation }: { readonly generation: Generation }) {
  const files = listRequestFiles(generation);
  return (
    <Panel title="The request">
      <Tabs defaultValue="code">
        <Tabs.List mb="sm">
          <Tabs.Tab value="code">As code</Tabs.Tab>
          <Tabs.Tab value="body">As sent</Tabs.Tab>
          <Tabs.Tab value="answer">As the API tells it</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="code">
          <CodeTabs request={requestOf(generation)} />
        </Tabs.Panel>
        <Tabs.Panel value="body">
          <CodeBlock
            text={JSON.stringify(requestOf(generation).body, null, 2)}
            what="request as JSON"
          />
        </Tabs.Panel>
        <Tabs.Panel value="answer">
          <CodeBlock text={JSON.stringify(generation, null, 2)} what="generation as JSON" />
        </Tabs.Panel>
      </Tabs>
      {files.length > 0 && (
        <Text fz="xs" c="dimmed" mt="xs">
          It was sent with {describeFiles(files)}. Files are not kept with a request: add them
          again.
        </Text>
      )}
    </Panel>
  );
}
