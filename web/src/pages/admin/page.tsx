import { Code, Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { NotForRole } from '../../components/not-for-role';
import { Page } from '../../components/page';
import { useSession } from '../../session/session';
import { Accounts } from './accounts';
import { Failures } from './failures';
import { Providers } from './providers';
import { Runs } from './runs';
import { ADMIN_TABS } from './search';

const routeApi = getRouteApi('/shell/admin');

const LABELS = {
  accounts: 'Accounts',
  failures: 'Failures',
  providers: 'Providers',
  runs: 'Runs',
} as const;

export function AdminPage() {
  const { operator } = useSession();
  const { tab = 'accounts' } = routeApi.useSearch();
  const navigate = routeApi.useNavigate();
  if (!operator) {
    return (
      <NotForRole title="Operators only">
        To open this page, sign in with an operator link:{' '}
        <Code>{'npm run admin -- sign-in-link --account acc_… --operator'}</Code>.
      </NotForRole>
    );
  }
  const show = (value: string | null) =>
    void navigate({ search: { tab: ADMIN_TABS.find((one) => one === value) } });
  return (
    <Page title="Admin" lead="All accounts, providers and runs on this server.">
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="lg">
          {ADMIN_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {LABELS[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="accounts">
          <Accounts />
        </Tabs.Panel>
        <Tabs.Panel value="failures">
          <Failures />
        </Tabs.Panel>
        <Tabs.Panel value="providers">
          <Providers />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <Runs />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
