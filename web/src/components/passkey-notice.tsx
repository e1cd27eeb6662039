import { Alert } from '@mantine/core';
import { explainBrowserRefusal, isBrowserRefusal } from '../lib/passkeys';
import { ProblemNotice } from './problem-notice';

/** Why a passkey did not work: the browser said no, or the service did. */
export function PasskeyNotice({ error }: { readonly error: unknown }) {
  if (!isBrowserRefusal(error)) return <ProblemNotice error={error} />;
  return (
    <Alert color="yellow" variant="light" role="alert">
      {explainBrowserRefusal(error)}
    </Alert>
  );
}
