import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { listSpokenLanguages } from '../format/voices';
import { useVoices } from '../queries/use-voices';

interface Props {
  /** Null for the language of the voice. */
  readonly value: string | null;
  readonly error?: ReactNode;
  readonly onChange: (language: string | null) => void;
}

/** A choice of the language of a text, from the languages of all voices. */
export function LanguageField({ value, error, onChange }: Props) {
  const { voices } = useVoices();
  return (
    <Select
      label="Language"
      placeholder="Language of the voice"
      error={error}
      data={listSpokenLanguages(voices, value)}
      value={value}
      onChange={onChange}
      nothingFoundMessage="No languages found"
      clearable
      searchable
    />
  );
}
