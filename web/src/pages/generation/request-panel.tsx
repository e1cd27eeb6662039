import { Tabs, Text } from '@mantine/core';
import type { Generation } from '../../api/contract';
import { CodeBlock } from '../../components/code-block';
import { CodeTabs } from '../../components/code-tabs';
import { Panel } from '../../components/panel';
import { describeFiles, listRequestFiles } from '../../generations/request-files';
import { toRequest } from './to-request';

/** Shows the request as sent, and the API's current response. */
export function RequestPanel({ generation }: { readonly generation: Generation }) {
  const files = listRequestFiles(generation);
  return (
    <Panel title="API request">
      <Tabs defaultValue="code">
        <Tabs.List mb="sm">
          <Tabs.Tab value="code">Code</Tabs.Tab>
          <Tabs.Tab value="body">Request</Tabs.Tab>
          <Tabs.Tab value="answer">Response</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="code">
          <CodeTabs request={toRequest(generation)} />
        </Tabs.Panel>
        <Tabs.Panel value="body">
          <CodeBlock
            text={JSON.stringify(toRequest(generation).body, null, 2)}
            what="request as JSON"
          />
        </Tabs.Panel>
        <Tabs.Panel value="answer">
          <CodeBlock text={JSON.stringify(generation, null, 2)} what="generation as JSON" />
        </Tabs.Panel>
      </Tabs>
      {files.length > 0 && (
        <Text fz="xs" c="dimmed" mt="xs">
          The original request used {describeFiles(files)}. Files aren't saved with requests, so add
          them again.
        </Text>
      )}
    </Panel>
  );
}
