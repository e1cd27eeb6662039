import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { ConfirmButton } from './confirm-button';
import { Dialog } from './dialog';
import { DialogForm } from './dialog-form';

interface Props {
  readonly name: string;
  readonly rename: (name: string) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
}

/** Buttons that rename and delete a character or a product. */
export function SubjectActions({ name, rename, remove }: Props) {
  const [isRenaming, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Rename
      </Button>
      <ConfirmButton
        size="xs"
        variant="subtle"
        label="Delete"
        title={`Delete ${name}?`}
        act={remove}
      >
        The photos will be permanently deleted. Images and videos made with them stay in your
        library.
      </ConfirmButton>
      <Dialog opened={isRenaming} onClose={close} title="Rename" centered>
        <Rename name={name} rename={rename} onDone={close} />
      </Dialog>
    </>
  );
}

interface RenameProps {
  readonly name: string;
  readonly rename: (name: string) => Promise<unknown>;
  readonly onDone: () => void;
}

function Rename({ name, rename, onDone }: RenameProps) {
  const [next, setNext] = useState(name);
  const save = async () => {
    await rename(next);
    onDone();
  };
  return (
    <DialogForm label="Save" act={save} onCancel={onDone}>
      <TextInput
        label="Name"
        required
        data-autofocus
        value={next}
        onChange={({ currentTarget }) => setNext(currentTarget.value)}
      />
    </DialogForm>
  );
}
