import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '../components/dialog-form';

const NAME_MAX = 80;

interface Props {
  readonly name: string;
  /** Label of the submit button. */
  readonly label: string;
  readonly onSave: (name: string) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** Asks for the name of a collection. */
export function NameForm({ name, label, onSave, onCancel }: Props) {
  const [text, setText] = useState(name);
  const next = text.trim();
  return (
    <DialogForm label={label} isReady={next !== ''} act={() => onSave(next)} onCancel={onCancel}>
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={NAME_MAX}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </DialogForm>
  );
}
