import { useSession } from '../../session/session';
import { Page } from '../../components/page';
import { Agents } from './agents';
import { Audit } from './audit';
import { NoticesPanel } from './notices';
import { PasskeysPanel } from './passkeys';
import { PlanAndLimits } from './plan-and-limits';
import { Sessions } from './sessions';

export function SettingsPage() {
  const { role } = useSession();
  return (
    <Page title="Settings" lead="Your plan, limits and access.">
      <PlanAndLimits />
      <PasskeysPanel />
      <Sessions />
      <NoticesPanel />
      <Agents />
      {role === 'owner' && <Audit />}
    </Page>
  );
}
