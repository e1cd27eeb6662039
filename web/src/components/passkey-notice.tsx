import { Alert } from '@mantine/core';
import { WebAuthnError } from '@simplewebauthn/browser';
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

/** Whether the browser, and not the service, ended it: mostly its person, who changed their mind. */
const isBrowserRefusal = (thrown: unknown): boolean =>
  thrown instanceof WebAuthnError || (thrown instanceof Error && thrown.name === 'NotAllowedError');

/** What the browser's refusal means to a person. */
const explainBrowserRefusal = (thrown: unknown): string =>
  thrown instanceof Error && thrown.name === 'InvalidStateError'
    ? 'This device has a passkey for you already.'
    : 'Your browser made no passkey available. Try again, or choose another device.';
