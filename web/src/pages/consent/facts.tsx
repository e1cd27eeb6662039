import { Alert, Code, Stack, Text } from '@mantine/core';
import type { Consent, Session } from '../../api/contract';
import { Fact } from '../../components/fact';
import { Id } from '../../components/id';

interface Props {
  readonly consent: Consent;
  readonly session: Session;
}

/**
 * Shows who requests access, where the response goes, and for which account. The user must check
 * these details.
 */
export function Facts({ consent, session }: Props) {
  const { account, client_host: host, redirect_host: redirectHost } = consent;
  return (
    <>
      <Text fz="sm">This agent wants access to your account.</Text>
      <Stack gap="xs" component="dl" m={0}>
        <Fact label="Publisher">{host ? <Code>{host}</Code> : 'Unverified publisher'}</Fact>
        <Fact label="Redirects to">
          {redirectHost === 'this computer' ? (
            'An app on this computer'
          ) : (
            <Code>{redirectHost}</Code>
          )}
        </Fact>
        <Fact label="Account">
          {account.name && `${account.name} `}
          <Id value={account.id} />
        </Fact>
        <Fact label="You">{session.member?.name ?? 'Account owner'}</Fact>
      </Stack>
      {host === null && (
        <Alert color="yellow" variant="light" role="note">
          Only continue if you just started this from an app you trust.
        </Alert>
      )}
    </>
  );
}
