import { Anchor, Button, Center, Code, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ProblemNotice } from '../../components/problem-notice';
import { sessionOptions, signIn } from '../../lib/session';
import { Logo } from '../../shell/logo';

/** Takes the secret out of the address, so that it stays in no history. */
function takeSecret(): string | null {
  const secret = globalThis.location.hash.slice(1);
  if (secret) globalThis.history.replaceState(null, '', globalThis.location.pathname);
  return secret || null;
}

/** The page that a sign-in link opens. Asked to, it exchanges the link for a session. */
export function SignInPage() {
  useDocumentTitle('Sign in · Media platform');
  const [secret] = useState(takeSecret);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const exchange = useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionOptions().queryKey });
      await navigate({ to: '/', replace: true });
    },
  });
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
