import { Anchor, Code, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Generation } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { DataTable } from '../../components/data-table';
import { LinkButton } from '../../components/link-button';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { formatCredits } from '../../format/numbers';

const SHOWN = 5;

const COLUMNS = [
  { label: 'Request' },
  { label: 'Reason' },
  { label: 'Refunded', isNumber: true },
  { label: 'When', isNumber: true },
];

/** Shows recent failures and their refunds. */
export function Problems() {
  const { data } = useQuery(
    apiQuery('/generations', { query: { status: 'failed', limit: SHOWN } }),
  );
  if (!data) return null;
  return (
    <Panel
      title="Failed generations"
      actions={
        data.data.length > 0 && (
          <LinkButton
            to="/library"
            search={{ status: 'failed' }}
            variant="subtle"
            size="compact-sm"
          >
            View all failures
          </LinkButton>
        )
      }
    >
      {data.data.length === 0 ? (
        <Text fz="sm" c="dimmed">
          No failures. Failed generations appear here with the reason. Their credits are refunded.
        </Text>
      ) : (
        <Failures failed={data.data} />
      )}
    </Panel>
  );
}

function Failures({ failed }: { readonly failed: readonly Generation[] }) {
  return (
    <DataTable columns={COLUMNS} minWidth={520}>
      {failed.map(({ id, request, error, created_at: at, refunded_credits: back }) => (
        <Table.Tr key={id}>
          <Table.Td maw={320}>
            <Anchor
              fz="sm"
              fw={550}
              lineClamp={1}
              className="breakable"
              renderRoot={(props) => (
                <Link to="/library/$generationId" params={{ generationId: id }} {...props} />
              )}
            >
              {request.prompt ?? id}
            </Anchor>
          </Table.Td>
          <Table.Td>
            <Code>{error?.code}</Code>
          </Table.Td>
          <Table.Td ta="right" className="number unbroken">
            {formatCredits(back)}
          </Table.Td>
          <Table.Td ta="right">
            <Moment at={at} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
