import { Alert, Code, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Consent, Session } from '../../api/contract';
import { Id } from '../../components/id';

interface Props {
  readonly consent: Consent;
  readonly session: Session;
}

/** Who asks, where the answer goes, and for which account: what a person has to look at. */
export function Facts({ consent, session }: Props) {
  const { account, client_host: host, redirect_host: redirectHost } = consent;
  return (
    <>
      <Text fz="sm">An agent that calls itself by this name asks to work with your account.</Text>
      <Stack gap="xs" component="dl" m={0}>
        <Fact label="Who publishes it">
          {host ? <Code>{host}</Code> : 'Nobody knows: it has registered itself'}
        </Fact>
        <Fact label="Where your answer goes">
          {redirectHost === 'this computer' ? (
            'To a program on this computer'
          ) : (
            <Code>{redirectHost}</Code>
          )}
        </Fact>
        <Fact label="Account">
          {account.name && `${account.name} `}
          <Id value={account.id} />
        </Fact>
        <Fact label="You">{session.member?.name ?? 'Owner of the account'}</Fact>
      </Stack>
      {host === null && (
        <Alert color="yellow" variant="light" role="note">
          Go on only if you have just begun this in a program that you trust.
        </Alert>
      )}
    </>
  );
}

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
}

function Fact({ label, children }: FactProps) {
  return (
    <div>
      <Text fz="xs" c="dimmed" component="dt">
        {label}
      </Text>
      <Text fz="sm" component="dd" m={0} className="breakable">
        {children}
      </Text>
    </div>
  );
}
