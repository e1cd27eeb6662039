import { Grid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries';
import { PlaygroundIcon } from '../../components/icons';
import { MakeLink } from '../../components/link-button';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { Balance } from './balance';
import { FirstSteps } from './first-steps';
import { Jobs } from './jobs';
import { Problems } from './problems';
import { Recent } from './recent';
import { Spend } from './spend';

const POLL_MS = 10_000;

export function HomePage() {
  const account = useQuery({ ...apiQuery('/account'), refetchInterval: POLL_MS });
  return (
    <Page
      title="Home"
      actions={<MakeLink leftSection={<PlaygroundIcon size={16} />}>Create</MakeLink>}
    >
      {account.error && (
        <ProblemNotice error={account.error} onRetry={() => void account.refetch()} />
      )}
      <FirstSteps />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, xs: 6, md: 3 }}>
          <Balance account={account.data} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 6, md: 3 }}>
          <Jobs account={account.data} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Spend />
        </Grid.Col>
      </Grid>
      <Recent />
      <Problems />
    </Page>
  );
}
