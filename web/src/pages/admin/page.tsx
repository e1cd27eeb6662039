import { Code, Skeleton, Tabs } from '@mantine/core';
import { getRouteApi, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { NotForRole } from '../../components/not-for-role';
import { Page } from '../../components/page';
import { useSession } from '../../session/session';
import { ADMIN_TABS } from './search';

const routeApi = getRouteApi('/shell/admin');

// Each tab is a separate chunk, loaded when it opens.
const TABS = {
  overview: {
    label: 'Overview',
    Content: lazyRouteComponent(() => import('./overview'), 'Overview'),
  },
  accounts: {
    label: 'Accounts',
    Content: lazyRouteComponent(() => import('./accounts'), 'Accounts'),
  },
  failures: {
    label: 'Failures',
    Content: lazyRouteComponent(() => import('./failures'), 'Failures'),
  },
  providers: {
    label: 'Providers',
    Content: lazyRouteComponent(() => import('./providers'), 'Providers'),
  },
  runs: { label: 'Runs', Content: lazyRouteComponent(() => import('./runs'), 'Runs') },
} as const;

export function AdminPage() {
  const { operator } = useSession();
  const { tab = 'overview' } = routeApi.useSearch();
  const navigate = routeApi.useNavigate();
  if (!operator) {
    return (
      <NotForRole title="Operators only">
        To open this page, sign in with an operator link:{' '}
        <Code>{'npm run admin -- sign-in-link --account acc_… --operator'}</Code>.
      </NotForRole>
    );
  }
  const { Content } = TABS[tab];
  const show = (value: string | null) =>
    void navigate({ search: { tab: ADMIN_TABS.find((one) => one === value) } });
  return (
    <Page title="Admin" lead="All accounts, providers and runs on this server.">
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="lg">
          {ADMIN_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {TABS[name].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Suspense fallback={<Skeleton h={160} />}>
            <Content />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
