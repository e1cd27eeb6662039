import { Button, Card, Group, Spoiler, Stack, Text } from '@mantine/core';
import type { Speech } from '../../api/contract';
import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { DownloadIcon } from '../../components/icons';
import { Id } from '../../components/id';
import { Moment } from '../../components/moment';
import { StatusBadge } from '../../components/status-tags';
import { Tag } from '../../components/tag';
import { describeCost, isOpen } from '../../generations/generation-state';
import { createIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';

interface Props {
  readonly speech: Speech;
  /** The display name of its voice. */
  readonly voice: string;
}

/** Shows a spoken text with its player, or why it failed. */
export function SpeechCard({ speech, voice }: Props) {
  const { id, status, text, result, error, simulated, created_at: at } = speech;
  const may = mayChange(useSession().role);
  const words = text ?? 'Speech';
  return (
    <Card withBorder radius="lg" padding="md" component="article" aria-label={words.slice(0, 80)}>
      <Stack gap="xs">
        <Group gap="xs" fz="sm" c="dimmed">
          <StatusBadge status={status} />
          {simulated && <Tag color="gray">Simulated</Tag>}
          <span>{describe(speech, voice)}</span>
          <Moment at={at} />
        </Group>
        <Words id={id} words={words} />
        {error && (
          <Text fz="sm" c="var(--mantine-color-error)">
            {error.message}
          </Text>
        )}
        {result && (
          <audio
            controls
            preload="none"
            src={result.url}
            aria-label={`Speech: ${words.slice(0, 80)}`}
            className="sample"
          />
        )}
        <Group justify="space-between" gap="xs">
          <Id value={id} />
          <Group gap="xs">
            {result && (
              <Button
                component="a"
                href={result.url}
                download
                size="compact-sm"
                variant="default"
                leftSection={<DownloadIcon size={14} />}
              >
                Download
              </Button>
            )}
            {may && status === 'queued' && <Cancel id={id} />}
            {may && !isOpen(speech) && <Delete id={id} />}
          </Group>
        </Group>
      </Stack>
    </Card>
  );
}

function Words({ id, words }: { readonly id: string; readonly words: string }) {
  return (
    <Spoiler
      maxHeight={110}
      showLabel="Show more"
      hideLabel="Show less"
      fz="sm"
      // It is a landmark, and landmarks need different names.
      attributes={{ content: { 'aria-label': `Text of ${id}` } }}
    >
      <Text fz="sm" className="wrapping">
        {words}
      </Text>
    </Spoiler>
  );
}

/** Formats `Grace · 1.25× · MP3 · 4.2 s · 2 credits`. */
function describe(speech: Speech, voice: string): string {
  const { speed, format, result } = speech;
  const parts = [
    voice,
    speed !== 1 && `${speed}×`,
    format.toUpperCase(),
    result && `${result.duration_seconds.toFixed(1)} s`,
    describeCost(speech),
  ];
  return parts.filter(Boolean).join(' · ');
}

function Cancel({ id }: { readonly id: string }) {
  return (
    <ConfirmButton
      label="Cancel"
      title="Cancel this speech?"
      act={() =>
        request('POST /speech/{id}/cancel', { params: { id }, headers: createIdempotencyKey() })
      }
    >
      The full price is refunded.
    </ConfirmButton>
  );
}

function Delete({ id }: { readonly id: string }) {
  return (
    <ConfirmButton
      label="Delete"
      title="Delete this speech?"
      act={() =>
        request('DELETE /speech/{id}', { params: { id }, headers: createIdempotencyKey() })
      }
    >
      This permanently deletes the audio file and the record. Credits aren't refunded.
    </ConfirmButton>
  );
}
