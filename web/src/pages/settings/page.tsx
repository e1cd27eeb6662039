import { useSession } from '../../lib/session';
import { Page } from '../../components/page';
import { Audit } from './audit';
import { PasskeysPanel } from './passkeys';
import { PlanAndLimits } from './plan-and-limits';
import { Sessions } from './sessions';

export function SettingsPage() {
  const { role } = useSession();
  return (
    <Page title="Settings" lead="What the account has, and who is signed in to it.">
      <PlanAndLimits />
      <PasskeysPanel />
      <Sessions />
      {role === 'owner' && <Audit />}
    </Page>
  );
}
