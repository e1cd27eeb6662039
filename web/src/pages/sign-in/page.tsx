import { Alert, Anchor, Button, Center, Code, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ProblemNotice } from '../../components/problem-notice';
import { signIn } from './sign-in';
import { Logo } from '../../shell/logo';
import { ChooseTeam } from './choose-team';
import { OtherWays } from './other-ways';

/** Removes the secret from the URL, so that it does not stay in the browser's history. */
function takeSecret(): string | null {
  const secret = globalThis.location.hash.slice(1);
  if (secret) globalThis.history.replaceState(null, '', globalThis.location.pathname);
  return secret || null;
}

/** Returns the sign-in link's secret, even if the link is opened while the page is shown. */
function useSecret(): string | null {
  const [secret, setSecret] = useState(takeSecret);
  useEffect(() => {
    const take = () => {
      const next = takeSecret();
      if (next !== null) setSecret(next);
    };
    globalThis.addEventListener('hashchange', take);
    return () => globalThis.removeEventListener('hashchange', take);
  }, []);
  return secret;
}

const REFUSED: Readonly<Record<string, string>> = {
  unknown: 'No account matches your email address. Ask an account owner to invite you.',
  failed: 'Single sign-on failed. Try again.',
};

/** Reads the result from the single sign-on redirect. */
const readSearch = () => {
  const search = new URLSearchParams(globalThis.location.search);
  return {
    refusal: REFUSED[search.get('refused') ?? ''] ?? null,
    hasTeams: search.get('choose') === 'team',
  };
};

/** The page that a sign-in link opens. Its button exchanges the link for a session. */
export function SignInPage() {
  useDocumentTitle('Sign in · Media platform');
  const secret = useSecret();
  const [{ refusal, hasTeams }] = useState(readSearch);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const enter = async () => {
    // Drop the previous user's data.
    queries.clear();
    await navigate({ to: '/', replace: true });
  };
  const exchange = useMutation({ mutationFn: signIn, onSuccess: enter });
  // Show only an error that belongs to the current link, not to an earlier one.
  const error = exchange.variables === secret ? exchange.error : null;
  const isReady = secret !== null && !error;
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
            {error && <ProblemNotice error={error} />}
            {isReady && (
              <WithLink isPending={exchange.isPending} onGo={() => exchange.mutate(secret)} />
            )}
            {!isReady && hasTeams && <ChooseTeam onSignedIn={enter} />}
            {!isReady && !hasTeams && (
              <>
                <OtherWays onSignedIn={enter} />
                <WithoutLink />
              </>
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

interface WithLinkProps {
  readonly isPending: boolean;
  readonly onGo: () => void;
}

function WithLink({ isPending, onGo }: WithLinkProps) {
  return (
    <>
      <Text fz="sm" c="dimmed">
        Your link is ready. It works once, on this device.
      </Text>
      <Button fullWidth size="md" loading={isPending} onClick={onGo}>
        Continue
      </Button>
    </>
  );
}

function WithoutLink() {
  return (
    <Stack gap="xs">
      <Text fz="sm">
        Open a sign-in link to sign in. Links work once and expire after 15 minutes.
      </Text>
      <Text fz="sm" c="dimmed">
        On your own machine, <Code>npm start</Code> prints a link. Otherwise, ask an account owner
        for an invite, or ask an administrator to create a link:
      </Text>
      <Code block fz="xs" className="wrapping">
        npm run admin -- sign-in-link --account acc_…
      </Code>
    </Stack>
  );
}
