import { Alert, Anchor, Center, Loader, Stack, Text } from '@mantine/core';
import type { Generation, GenerationErrorCode } from '../api/contract';
import { formatCredits } from '../format/numbers';
import { formatDuration } from '../format/times';
import { isOpen } from '../generations/generation-state';
import { useNow } from './moment';
import { AlertIcon } from './icons';
import classes from './generation-media.module.css';

/** Shows the result in full size, the progress, or the error. */
export function GenerationMedia({ generation }: { readonly generation: Generation }) {
  const { type, result, request } = generation;
  const words = request.prompt ?? `Generated ${type}`;
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
          {status === 'queued' ? 'Queued' : 'Generating'}
        </Text>
        <Text fz="xs" c="dimmed" className="number" aria-hidden="true">
          {formatDuration(now - since)}
        </Text>
      </Stack>
    </Center>
  );
}

/** The next step after each error. */
const NEXT: Record<GenerationErrorCode, string> = {
  CONTENT_BLOCKED: "Rephrase the prompt or use a different image. Retrying won't help.",
  INSUFFICIENT_CREDITS: 'Add credits, then try again.',
  TIMEOUT: 'Try again. If it fails again, choose another model or a shorter duration.',
  PROVIDER_ERROR: 'Try again in a few minutes or choose another model.',
  RATE_LIMIT: 'Try again in a few minutes or choose another model.',
  VALIDATION_ERROR: 'Fix the problem described in the message, then try again.',
  UNKNOWN: 'Try again. If it fails again, send the IDs on this page to your administrator.',
  CANCELLED: 'Run it again if you still need it.',
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
        {error?.message ?? 'No result.'}
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
