import { Alert, Center, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Generation } from '../api';
import { formatCredits, formatDuration } from '../lib/format';
import { isOpen } from '../lib/generation-state';
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
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
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

function Ended({ generation }: { readonly generation: Generation }) {
  const { status, error, refunded_credits: refunded } = generation;
  return (
    <Alert
      color={status === 'failed' ? 'red' : 'gray'}
      variant="light"
      icon={<AlertIcon />}
      title={error?.code ?? status}
    >
      <Text fz="sm">{error?.message ?? 'There is no result.'}</Text>
      {refunded > 0 && (
        <Text fz="sm" fw={600} mt={4}>
          {formatCredits(refunded)} refunded.
        </Text>
      )}
    </Alert>
  );
}
