import { Button } from '@mantine/core';

/** The way to the issuer of single sign-on, which is no page of ours. */
export function CompanyButton() {
  return (
    <Button fullWidth size="md" variant="default" component="a" href="/app/api/sign-in/oidc">
      Sign in with your company
    </Button>
  );
}
