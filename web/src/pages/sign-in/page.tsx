import { Alert, Anchor, Button, Center, Code, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ProblemNotice } from '../../components/problem-notice';
import { sessionOptions, signIn } from '../../lib/session';
import { Logo } from '../../shell/logo';
import { OtherWays } from './other-ways';

/** Takes the secret out of the address, so that it stays in no history. */
function takeSecret(): string | null {
  const secret = globalThis.location.hash.slice(1);
  if (secret) globalThis.history.replaceState(null, '', globalThis.location.pathname);
  return secret || null;
}

const REFUSED: Readonly<Record<string, string>> = {
  unknown: 'Nobody here has your address. Ask an owner of your account for an invite.',
  failed: 'The sign-in at your company did not end well. Try once more.',
};

/** Why single sign-on has sent somebody back; null when it has not. */
const readRefusal = (): string | null =>
  REFUSED[new URLSearchParams(globalThis.location.search).get('refused') ?? ''] ?? null;

/** The page that a sign-in link opens. Asked to, it exchanges the link for a session. */
export function SignInPage() {
  useDocumentTitle('Sign in · Media platform');
  const [secret] = useState(takeSecret);
  const [refusal] = useState(readRefusal);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const enter = async () => {
    await queries.invalidateQueries({ queryKey: sessionOptions().queryKey });
    await navigate({ to: '/', replace: true });
  };
  const exchange = useMutation({ mutationFn: signIn, onSuccess: enter });
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack gap="lg" w="100%" maw={400}>
        <Center>
          <Logo />
        </Center>
        <Paper withBorder radius="lg" p="xl">
          <Stack>
            <Title order={1} fz="h3">
              Sign in
            </Title>
            {refusal && !secret && (
              <Alert color="yellow" variant="light" role="alert">
                {refusal}
              </Alert>
            )}
            {exchange.error && <ProblemNotice error={exchange.error} />}
            {secret && !exchange.error ? (
              <>
                <Text fz="sm" c="dimmed">
                  Your link is ready. It works once, on this device.
                </Text>
                <Button
                  fullWidth
                  size="md"
                  loading={exchange.isPending}
                  onClick={() => exchange.mutate(secret)}
                >
                  Continue
                </Button>
              </>
            ) : (
              <WithoutLink />
            )}
            {!(secret && !exchange.error) && <OtherWays onSignedIn={enter} />}
          </Stack>
        </Paper>
        <Text ta="center" fz="xs" c="dimmed">
          Building with the API?{' '}
          <Anchor href="/docs" fz="inherit" underline="always">
            Read the documentation
          </Anchor>
        </Text>
      </Stack>
    </Center>
  );
}

function WithoutLink() {
  return (
    <Stack gap="xs">
      <Text fz="sm">Open a sign-in link to come in. Links work once and end after 15 minutes.</Text>
      <Text fz="sm" c="dimmed">
        On your own machine <Code>npm start</Code> prints one. An owner of your account can make an
        invite, and an operator a link:
      </Text>
      <Code block fz="xs" tabIndex={0}>
        npm run admin -- sign-in-link --account acc_…
      </Code>
    </Stack>
  );
}
