import { Text } from '@mantine/core';
import { CodeTabs } from '../../components/code-tabs';
import { Panel } from '../../components/panel';
import type { DraftRequest } from './draft';

/** The same request as code. */
export function CodePanel({ request }: { readonly request: DraftRequest }) {
  return (
    <Panel title="The same request as code">
      <CodeTabs request={request} />
      {JSON.stringify(request.body).includes('"upl_') && (
        <Text fz="xs" c="dimmed" mt={4}>
          Uploads last 7 days, so replace their ids in code that you keep.
        </Text>
      )}
    </Panel>
  );
}
