import { Text } from '@mantine/core';
import { CodeTabs } from '../../components/code-tabs';
import type { DraftRequest } from './draft';

/** Shows the request as code. */
export function CodePanel({ request }: { readonly request: DraftRequest }) {
  return (
    <>
      <CodeTabs request={request} />
      {JSON.stringify(request.body).includes('"upl_') && (
        <Text fz="xs" c="dimmed" mt={4}>
          Uploads are deleted after 7 days, so replace their IDs in any code you keep.
        </Text>
      )}
    </>
  );
}
