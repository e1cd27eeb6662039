import { Button, Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useId } from 'react';
import type { Quote } from '../../api/contract';
import { PlaygroundIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { TooDear } from '../../components/too-few-credits';
import { formatCredits } from '../../format/numbers';
import { mayChange, useSession } from '../../session/session';
import type { QuoteQuery } from '../../generations/use-quote';
import type { DraftRequest } from './draft';
import classes from './playground.module.css';

interface Props {
  readonly request: DraftRequest;
  /** The request's price, or why it is refused. */
  readonly quote: QuoteQuery;
  /** Number of generations, which cost the same each. */
  readonly count: number;
  readonly isSending: boolean;
  readonly onSend: () => void;
}

/** Shows the price and the Generate button. */
export function SendBar({ request, quote, count, isSending, onSend }: Props) {
  const may = mayChange(useSession().role);
  const why = useId();
  const isReady = request.missing === null;
  const price = isReady && quote.data ? multiply(quote.data, count) : undefined;
  const canSend = isReady && !quote.error && price?.affordable !== false && may;
  const send = () => canSend && !isSending && onSend();
  useHotkeys([['mod+Enter', send]], []);
  return (
    <Stack gap="sm" className={classes.send}>
      {isReady && quote.error && (
        <ProblemNotice error={quote.error} onRetry={() => void quote.refetch()} />
      )}
      {price && !price.affordable && (
        <TooDear canLower price={price.credits} available={price.available_credits} />
      )}
      <Group justify="space-between" gap="sm" aria-live="polite">
        <Text fw={650} fz="lg" className="number">
          {price ? formatCredits(price.credits) : '–'}
        </Text>
        <Text fz="xs" c="dimmed" className="number" id={may ? why : undefined}>
          {describe(request, price)}
        </Text>
      </Group>
      <Button
        size="md"
        leftSection={<PlaygroundIcon />}
        disabled={!canSend}
        aria-describedby={why}
        title="Ctrl or ⌘ + Enter"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        loading={isSending}
        onClick={send}
      >
        Generate
      </Button>
      {!may && (
        <Text fz="xs" c="dimmed" id={why}>
          Your role is read-only. To generate, ask an owner for the Developer role.
        </Text>
      )}
    </Stack>
  );
}

/** Returns the price of several equal generations. */
const multiply = (quote: Quote, count: number): Quote => {
  const credits = quote.credits * count;
  return { ...quote, credits, affordable: credits <= quote.available_credits };
};

function describe({ missing }: DraftRequest, price: Quote | undefined): string {
  if (missing === 'files') return 'Add the missing files, or continue without them';
  if (missing === 'prompt') return 'Write a prompt to see the price';
  if (missing === 'motion clip') return 'Add a motion clip to see the price';
  if (!price) return 'Calculating the price…';
  if (!price.affordable) return `You have ${formatCredits(price.available_credits)}`;
  return `${formatCredits(price.available_credits)} available · refunded if it fails`;
}
