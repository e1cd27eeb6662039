import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Voice } from '../../api/contract';
import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { Moment } from '../../components/moment';
import { ProblemNotice } from '../../components/problem-notice';
import { createIdempotencyKey } from '../../requests/idempotency';

/** Shows the consent to clone a voice, and the time; nothing for preset voices. */
export function ClonedFacts({ voice }: { readonly voice: Voice }) {
  const params = { voice_key: voice.voice_key };
  // Lists leave out the consent. A query would be repeated after the voice was deleted.
  const read = useMutation({
    mutationFn: () => request('GET /voices/{voice_key}', { params }),
  });
  if (voice.created_at === null) return null;
  const consent = read.data?.consent;
  return (
    <>
      <Text
        fz="sm"
        component="details"
        className="wrapping"
        onToggle={({ currentTarget }) => currentTarget.open && read.mutate()}
      >
        <summary>Consent</summary>
        {consent && `${consent.speaker}: “${consent.statement}”`}
        {read.error && <ProblemNotice error={read.error} />}
      </Text>
      <Text fz="xs" c="dimmed">
        Cloned <Moment at={voice.created_at} />
      </Text>
    </>
  );
}

/** Deletes a cloned voice after a confirmation. */
export function DeleteVoice({ voice }: { readonly voice: Voice }) {
  return (
    <ConfirmButton
      label="Delete"
      title={`Delete ${voice.name}?`}
      act={() =>
        request('DELETE /voices/{voice_key}', {
          params: { voice_key: voice.voice_key },
          headers: createIdempotencyKey(),
        })
      }
    >
      This permanently deletes the voice and its recording. Characters with this voice get the
      default voice. Requests that have already been accepted are still spoken with it.
    </ConfirmButton>
  );
}
