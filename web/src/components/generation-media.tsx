import { Alert, Anchor, Loader, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Generation, GenerationErrorCode } from '../api/contract';
import { formatCredits } from '../format/numbers';
import { formatDuration } from '../format/times';
import { describeStage, estimate } from '../generations/describe-progress';
import { isOpen } from '../generations/generation-state';
import { useNow } from './moment';
import { AlertIcon } from './icons';
import { Lightbox } from './lightbox';
import { RatioFrame } from './ratio-frame';

interface Props {
  readonly generation: Generation;
  /** The results that the enlarged view also shows. */
  readonly among?: readonly Generation[];
}

/** Shows the result in full size, the progress, or the error. */
export function GenerationMedia({ generation, among = [generation] }: Props) {
  const { type, result, request } = generation;
  if (!result && !isOpen(generation)) return <Ended generation={generation} />;
  const words = request.prompt ?? `Generated ${type}`;
  return (
    <RatioFrame ratio={request.aspect_ratio}>
      {!result && <Waiting generation={generation} />}
      {result && type === 'image' && (
        <>
          <img src={result.url} alt={words} />
          <Lightbox generation={generation} among={among} />
        </>
      )}
      {result && type === 'video' && (
        <video
          src={result.url}
          poster={result.thumbnail_url ?? undefined}
          controls
          loop
          playsInline
          aria-label={words}
        />
      )}
    </RatioFrame>
  );
}

const TICK_MS = 100;

function Waiting({ generation }: { readonly generation: Generation }) {
  const { progress, created_at: since } = generation;
  const now = useNow(TICK_MS);
  const [known, setKnown] = useState({ progress, at: now });
  if (known.progress !== progress) setKnown({ progress, at: now });
  const { percent, words } = estimate(progress, now - known.at);
  return (
    <Stack align="center" gap={6} p="xs" w="100%" maw={260}>
      <Loader type="dots" size="sm" />
      <Text fz="sm" fw={600} ta="center">
        {describeStage(generation)}
      </Text>
      {percent !== null && (
        <Progress value={percent} size="sm" w="100%" aria-label="Progress of the generation" />
      )}
      <Text fz="xs" c="dimmed" ta="center" className="number" aria-hidden="true">
        {[formatDuration(now - since), words].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
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

/** The part of a message that repeats the refund, which has a line with the amount. */
const REFUND = / The (full )?price was refunded[^.]*\./;

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
        {error?.message.replace(REFUND, '') ?? 'No result.'}
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
