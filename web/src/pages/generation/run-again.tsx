import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createQuote, type Generation, type QuoteRequest } from '../../api';
import { Dialog } from '../../components/dialog';
import { RefreshIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { TooDear } from '../../components/too-dear';
import { formatCredits } from '../../lib/format';
import { anotherOf, describeFiles } from '../../lib/request-of';
import { sendRequest } from '../../lib/send-request';

/** Sends the request of a generation once more, unless it needs files, which are not kept. */
export function RunAgain({ generation }: { readonly generation: Generation }) {
  const [asks, { open, close }] = useDisclosure();
  if (describeFiles(generation).length > 0) return null;
  return (
    <>
      <Button variant="default" px="sm" leftSection={<RefreshIcon size={16} />} onClick={open}>
        Run again
      </Button>
      <Dialog opened={asks} onClose={close} title="Run it again?" centered>
        <Question generation={generation} onDone={close} />
      </Dialog>
    </>
  );
}

interface Props {
  readonly generation: Generation;
  readonly onDone: () => void;
}

/** What it costs today, before it is paid. */
function Question({ generation, onDone }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const request = anotherOf(generation);
  const { type, id } = generation;
  const quote = useQuery({
    queryKey: ['quote', id],
    queryFn: async ({ signal }) => {
      const body = { type, ...request.body } as QuoteRequest;
      return (await createQuote({ body, signal, throwOnError: true })).data;
    },
    retry: false,
  });
  const work = useMutation({
    mutationFn: () => sendRequest(queries, request),
    onSuccess: async ({ id: next }) => {
      onDone();
      await navigate({ to: '/library/$generationId', params: { generationId: next } });
    },
  });
  const error = work.error ?? quote.error;
  return (
    <Stack>
      {quote.isPending ? (
        <Skeleton h={40} />
      ) : (
        <Text fz="sm">
          The same request with another seed
          {quote.data && `, for ${formatCredits(quote.data.credits)}`}. This one stays as it is.
        </Text>
      )}
      {quote.data && !quote.data.affordable && (
        <TooDear price={quote.data.credits} available={quote.data.available_credits} />
      )}
      {error && <ProblemNotice error={error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Not now
        </Button>
        <Button
          disabled={!quote.data?.affordable}
          loading={work.isPending}
          onClick={() => work.mutate()}
        >
          Run again
        </Button>
      </Group>
    </Stack>
  );
}
