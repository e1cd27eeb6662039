import { Text } from '@mantine/core';
import type { Voice } from '../../api/contract';
import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { Moment } from '../../components/moment';
import { createIdempotencyKey } from '../../requests/idempotency';

/** Shows the consent to clone a voice, and the time; nothing for preset voices. */
export function ClonedFacts({ voice: { consent, created_at: at } }: { readonly voice: Voice }) {
  if (!consent || at === null) return null;
  return (
    <>
      <Text fz="sm" component="details" className="wrapping">
        <summary>Consent of {consent.speaker}</summary>“{consent.statement}”
      </Text>
      <Text fz="xs" c="dimmed">
        Cloned <Moment at={at} />
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
