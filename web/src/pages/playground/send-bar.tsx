import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { Quote } from '../../api/contract';
import { PlaygroundIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { TooDear } from '../../components/too-few-credits';
import { formatCredits } from '../../format/numbers';
import { sendRequest } from '../../generations/send-request';
import { mayChange, useSession } from '../../session/session';
import type { DraftRequest } from './draft';
import { useQuote } from './use-quote';

interface Props {
  readonly request: DraftRequest;
  /** Callback that receives the new generation's id. */
  readonly onAccepted: (id: string) => void;
}

/** Shows the price and the Generate button. */
export function SendBar({ request, onAccepted }: Props) {
  const queries = useQueryClient();
  const may = mayChange(useSession().role);
  const why = useId();
  const quote = useQuote(request);
  const work = useMutation({
    mutationFn: (sent: DraftRequest) => sendRequest(queries, sent),
    onSuccess: ({ id }) => onAccepted(id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['quote'] }),
  });
  const isReady = request.missing === null;
  const price = isReady ? quote.data : undefined;
  const error = work.error ?? (isReady ? quote.error : null);
  return (
    <Stack gap="sm">
      {error && <ProblemNotice error={error} />}
      {price && !price.affordable && (
        <TooDear price={price.credits} available={price.available_credits} />
      )}
      <Group justify="space-between" gap="sm">
        <div aria-live="polite">
          <Text fw={650} fz="lg" className="number">
            {price ? formatCredits(price.credits) : '–'}
          </Text>
          <Text fz="xs" c="dimmed" className="number" id={may ? why : undefined}>
            {describe(request, price)}
          </Text>
        </div>
        <Button
          size="md"
          leftSection={<PlaygroundIcon />}
          disabled={!isReady || Boolean(quote.error) || price?.affordable === false || !may}
          aria-describedby={why}
          loading={work.isPending}
          onClick={() => work.mutate(request)}
        >
          Generate
        </Button>
      </Group>
      {!may && (
        <Text fz="xs" c="dimmed" id={why}>
          Your role is read-only. To generate, ask an owner for the Developer role.
        </Text>
      )}
    </Stack>
  );
}

function describe({ missing }: DraftRequest, price: Quote | undefined): string {
  if (missing === 'files') return 'Add the missing files, or continue without them';
  if (missing === 'prompt') return 'Write a prompt to see the price';
  if (missing === 'motion clip') return 'Add a motion clip to see the price';
  if (!price) return 'Calculating the price…';
  if (!price.affordable) return `You have ${formatCredits(price.available_credits)}`;
  return `${formatCredits(price.available_credits)} available · refunded if it fails`;
}
