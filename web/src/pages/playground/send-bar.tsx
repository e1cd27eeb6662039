import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createImage, createVideo, type CreateImage, type CreateVideo } from '../../api';
import { PlaygroundIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { formatCredits } from '../../lib/format';
import { newIdempotencyKey } from '../../lib/idempotency';
import { mayChange, useSession } from '../../lib/session';
import { isBegun, type DraftRequest } from './draft';
import { useQuote } from './use-quote';

interface Props {
  readonly request: DraftRequest;
  /** Told of the id of the generation. */
  readonly onAccepted: (id: string) => void;
}

async function send({ path, body }: DraftRequest): Promise<string> {
  const headers = newIdempotencyKey();
  const { data } =
    path === '/v1/images'
      ? await createImage({ body: body as CreateImage, headers, throwOnError: true })
      : await createVideo({ body: body as CreateVideo, headers, throwOnError: true });
  return data.id;
}

/** The price, and the button that pays it. */
export function SendBar({ request, onAccepted }: Props) {
  const queries = useQueryClient();
  const { role } = useSession();
  const quote = useQuote(request);
  const work = useMutation({
    mutationFn: send,
    onSuccess: onAccepted,
    onSettled: () => queries.invalidateQueries({ queryKey: ['quote'] }),
  });
  const begun = isBegun(request);
  const tooDear = quote.data?.affordable === false;
  return (
    <Stack gap="sm">
      {begun && quote.error && <ProblemNotice error={quote.error} />}
      {work.error && <ProblemNotice error={work.error} />}
      <Group justify="space-between" gap="sm">
        <div aria-live="polite">
          <Text fw={650} fz="lg" className="number">
            {begun && quote.data ? formatCredits(quote.data.credits) : '–'}
          </Text>
          <Text fz="xs" c={tooDear && begun ? 'red' : 'dimmed'} className="number">
            {describe(begun, quote.data?.available_credits, tooDear)}
          </Text>
        </div>
        <Button
          size="md"
          leftSection={<PlaygroundIcon />}
          disabled={!begun || Boolean(quote.error) || tooDear || !mayChange(role)}
          loading={work.isPending}
          onClick={() => work.mutate(request)}
        >
          Generate
        </Button>
      </Group>
    </Stack>
  );
}

function describe(begun: boolean, available: number | undefined, tooDear: boolean): string {
  if (!begun) return 'Write a prompt to see the price';
  if (available === undefined) return 'Asking for the price …';
  const left = formatCredits(available);
  return tooDear ? `More than the ${left} that you have` : `of ${left}; refunded if it fails`;
}
