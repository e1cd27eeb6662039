import { Button, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Generation, QuoteRequest } from '../../api/contract';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { DialogForm } from '../../components/dialog-form';
import { RefreshIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { TooDear } from '../../components/too-few-credits';
import { formatCredits } from '../../format/numbers';
import { listRequestFiles } from '../../generations/request-files';
import { toVariation } from './to-request';
import { sendRequest } from '../../generations/send-request';

/** Sends a generation's request again, unless it needs files, which are not stored. */
export function RunAgain({ generation }: { readonly generation: Generation }) {
  const [asks, { open, close }] = useDisclosure();
  if (listRequestFiles(generation).length > 0) return null;
  return (
    <>
      <Button variant="default" px="sm" leftSection={<RefreshIcon size={16} />} onClick={open}>
        Run again
      </Button>
      <Dialog opened={asks} onClose={close} title="Run again?" centered>
        <Question generation={generation} onDone={close} />
      </Dialog>
    </>
  );
}

interface Props {
  readonly generation: Generation;
  readonly onDone: () => void;
}

/** Shows the current price before the user pays it. */
function Question({ generation, onDone }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const another = toVariation(generation);
  const { type, id } = generation;
  const quote = useQuery({
    queryKey: ['quote', id],
    queryFn: async ({ signal }) => {
      const body = { type, ...another.body } as QuoteRequest;
      return await request('POST /quote', { body, signal });
    },
    retry: false,
  });
  const send = async () => {
    const { id: next } = await sendRequest(queries, another);
    onDone();
    await navigate({ to: '/library/$generationId', params: { generationId: next } });
  };
  return (
    <DialogForm
      label="Run again"
      isReady={quote.data?.affordable === true}
      act={send}
      onCancel={onDone}
    >
      {quote.isPending ? (
        <Skeleton h={40} />
      ) : (
        <Text fz="sm">
          Sends the same request with a new seed
          {quote.data && `, for ${formatCredits(quote.data.credits)}`}. The original is kept.
        </Text>
      )}
      {quote.data && !quote.data.affordable && (
        <TooDear price={quote.data.credits} available={quote.data.available_credits} />
      )}
      {quote.error && <ProblemNotice error={quote.error} onRetry={() => void quote.refetch()} />}
    </DialogForm>
  );
}
