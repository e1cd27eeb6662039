import { Button, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Id } from '../../components/id';
import { ProblemNotice } from '../../components/problem-notice';
import { enterTeam, buildTeamsQuery } from './sign-in';
import { CompanyButton } from './other-ways';

/** Asks which team to enter, and asks for consent before the user joins a team. */
export function ChooseTeam({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  const teams = useQuery(buildTeamsQuery());
  const entry = useMutation({ mutationFn: enterTeam, onSuccess: onSignedIn });
  const error = entry.error ?? teams.error;
  if (error) {
    return (
      <>
        <ProblemNotice error={error} />
        <CompanyButton />
      </>
    );
  }
  if (!teams.data) return <Loader size="sm" />;
  return (
    <Stack gap="sm">
      <Text fz="sm">
        {teams.data.length > 1
          ? 'Your email address belongs to several teams. Choose one.'
          : 'This team has invited you. Everything you upload and create there belongs to the team. Only join teams you recognize.'}
      </Text>
      {teams.data.map(({ id, name, joined }) => (
        <Stack key={id} gap={4}>
          <Button
            fullWidth
            size="md"
            variant="default"
            loading={entry.isPending && entry.variables === id}
            onClick={() => entry.mutate(id)}
          >
            {`${joined ? '' : 'Join '}${name || 'Unnamed team'}`}
          </Button>
          <Id value={id} />
        </Stack>
      ))}
    </Stack>
  );
}
