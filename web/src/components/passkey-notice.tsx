import { Alert } from '@mantine/core';
import { WebAuthnError } from '@simplewebauthn/browser';
import { ProblemNotice } from './problem-notice';

/** Explains whether the browser or the API refused a passkey, and why. */
export function PasskeyNotice({ error }: { readonly error: unknown }) {
  if (!isBrowserRefusal(error)) return <ProblemNotice error={error} />;
  return (
    <Alert color="yellow" variant="light" role="alert">
      {explainBrowserRefusal(error)}
    </Alert>
  );
}

/** Returns whether the browser refused, usually because the user cancelled. */
const isBrowserRefusal = (thrown: unknown): boolean =>
  thrown instanceof WebAuthnError || (thrown instanceof Error && thrown.name === 'NotAllowedError');

/** Explains the browser's error. */
const explainBrowserRefusal = (thrown: unknown): string =>
  thrown instanceof Error && thrown.name === 'InvalidStateError'
    ? 'You already have a passkey on this device.'
    : "Your browser didn't provide a passkey. Try again or use another device.";
