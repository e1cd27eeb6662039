import { Button } from '@mantine/core';

/** A link to the single sign-on issuer, outside the dashboard. */
export function CompanyButton() {
  return (
    <Button fullWidth size="md" variant="default" component="a" href="/app/api/sign-in/oidc">
      Use single sign-on
    </Button>
  );
}
