import { Alert, Code, Stack, Text } from '@mantine/core';
import type { DeviceLogin, Session } from '../../api/contract';
import { Fact } from '../../components/fact';
import { Id } from '../../components/id';
import { Moment } from '../../components/moment';

interface Props {
  readonly login: DeviceLogin;
  readonly session: Session;
}

/**
 * Shows the program, its location and the time of its request. The user must check these details,
 * because someone else may have sent the link.
 */
export function Facts({ login, session }: Props) {
  return (
    <>
      <Text fz="sm">
        This program wants an API key for your account. Check that it shows this code:
      </Text>
      <Code block fz="xl" fw={600} ta="center">
        {login.user_code}
      </Code>
      <Stack gap="xs" component="dl" m={0}>
        <Fact label="Program">{`${login.client_name} (reported by the program, not verified)`}</Fact>
        <Fact label="Network">
          <Code>{login.network}</Code>
          {login.is_own_network ? ', the same as this browser' : ', different from this browser'}
        </Fact>
        <Fact label="Started">
          <Moment at={login.created_at} />
        </Fact>
        <Fact label="Account">
          <Id value={session.account.id} />
        </Fact>
        <Fact label="You">{session.member?.name ?? 'Account owner'}</Fact>
      </Stack>
      <Alert color="yellow" variant="light" role="note">
        Only continue if you just started this yourself. If someone sent you the link or the code,
        choose Deny.
      </Alert>
    </>
  );
}
