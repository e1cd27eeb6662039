import { Alert, Anchor, Center, Loader, Stack, Text } from '@mantine/core';
import type { Generation, GenerationErrorCode } from '../api/contract';
import { formatCredits } from '../format/numbers';
import { formatDuration } from '../format/times';
import { isOpen } from '../generations/generation-state';
import { useNow } from './use-now';
import { AlertIcon } from './icons';
import classes from './generation-media.module.css';

/** The result in full, how far it is, or why there is none. */
export function GenerationMedia({ generation }: { readonly generation: Generation }) {
  const { type, result, request } = generation;
  const words = request.prompt ?? 'Generated without a prompt';
  if (result && type === 'video') {
    return (
      <video
        className={classes.media}
        src={result.url}
        poster={result.thumbnail_url ?? undefined}
        controls
        loop
        playsInline
        aria-label={words}
      />
    );
  }
  if (result) return <img className={classes.media} src={result.url} alt={words} />;
  return isOpen(generation) ? (
    <Waiting generation={generation} />
  ) : (
    <Ended generation={generation} />
  );
}

const TICK_MS = 100;

function Waiting({
  generation: { status, created_at: since },
}: {
  readonly generation: Generation;
}) {
  const now = useNow(TICK_MS);
  return (
    <Center className={classes.place}>
      <Stack align="center" gap="sm">
        <Loader type="dots" />
        <Text fz="sm" fw={600}>
          {status === 'queued' ? 'Waiting for a worker' : 'Being made'}
        </Text>
        <Text fz="xs" c="dimmed" className="number" aria-hidden="true">
          {formatDuration(now - since)}
        </Text>
      </Stack>
    </Center>
  );
}

/** What to do next. */
const NEXT: Record<GenerationErrorCode, string> = {
  CONTENT_BLOCKED: 'Say it in other words, or take another picture. The same request fails again.',
  INSUFFICIENT_CREDITS: 'Add credits, then run it again.',
  TIMEOUT: 'Run it again; should it happen twice, take another model or something shorter.',
  PROVIDER_ERROR: 'Run it again in a few minutes, or take another model.',
  RATE_LIMIT: 'Run it again in a few minutes, or take another model.',
  VALIDATION_ERROR: 'Change what the message names, then run it again.',
  UNKNOWN: 'Run it again; should it happen twice, give the ids on this page to the operator.',
  CANCELLED: 'Run it again if you want it after all.',
};

function Ended({ generation }: { readonly generation: Generation }) {
  const { status, error, refunded_credits: refunded } = generation;
  return (
    <Alert
      color={status === 'failed' ? 'red' : 'gray'}
      variant="light"
      icon={<AlertIcon />}
      title={error?.code ?? status}
    >
      <Text fz="sm" className="breakable">
        {error?.message ?? 'There is no result.'}
      </Text>
      {refunded > 0 && (
        <Text fz="sm" fw={600} mt={4}>
          {formatCredits(refunded)} refunded.
        </Text>
      )}
      {error && (
        <>
          <Text fz="sm" mt={4}>
            {NEXT[error.code]}
          </Text>
          <Anchor fz="sm" href={`/docs/errors/${error.code}`}>
            About {error.code}
          </Anchor>
        </>
      )}
    </Alert>
  );
}
