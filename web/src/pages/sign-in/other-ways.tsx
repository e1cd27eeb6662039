import { Button, Divider, Stack } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useMutation, useQuery } from '@tanstack/react-query';
import { PasskeyNotice } from '../../components/passkey-notice';
import { buildSignInWaysQuery, signInWithPasskey } from './sign-in';

/** Offers passkeys and single sign-on, if the server and the browser support them. */
export function OtherWays({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  const ways = useQuery(buildSignInWaysQuery());
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn });
  const hasPasskeys = ways.data?.passkeys && browserSupportsWebAuthn();
  if (!hasPasskeys && !ways.data?.single_sign_on) return null;
  return (
    <Stack gap="sm">
      {passkey.error && <PasskeyNotice error={passkey.error} />}
      {hasPasskeys && (
        <Button fullWidth size="md" loading={passkey.isPending} onClick={() => passkey.mutate()}>
          Sign in with a passkey
        </Button>
      )}
      {ways.data?.single_sign_on && <CompanyButton />}
      <Divider label="or" />
    </Stack>
  );
}

/** A link to the single sign-on issuer, outside the dashboard. */
export function CompanyButton() {
  return (
    <Button fullWidth size="md" variant="default" component="a" href="/app/api/sign-in/oidc">
      Use single sign-on
    </Button>
  );
}
