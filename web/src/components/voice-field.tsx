import { Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { listVoiceOptions } from '../format/voices';
import { useVoices } from '../queries/use-voices';
import { VoiceSample } from './voice-sample';

interface Props {
  /** Null for the voice that the placeholder describes. */
  readonly value: string | null;
  readonly placeholder: string;
  readonly error?: ReactNode;
  readonly onChange: (voiceKey: string | null) => void;
}

/** A choice of voices, with a sample of the chosen voice. */
export function VoiceField({ value, placeholder, error, onChange }: Props) {
  const { voices } = useVoices();
  const chosen = voices.find(({ voice_key: key }) => key === value);
  return (
    <Stack gap={6}>
      <Select
        label="Voice"
        placeholder={placeholder}
        error={error}
        data={listVoiceOptions(voices)}
        value={value}
        onChange={onChange}
        nothingFoundMessage="No voices found"
        clearable
        searchable
      />
      {chosen && <VoiceSample key={chosen.voice_key} voice={chosen} />}
    </Stack>
  );
}
