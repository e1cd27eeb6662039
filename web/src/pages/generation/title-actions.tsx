import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Generation } from '../../api/contract';
import { CollectButton } from '../../collections/collect-button';
import { Dialog } from '../../components/dialog';
import { DialogForm } from '../../components/dialog-form';
import { FavoriteButton } from '../../components/favorite-button';
import { EditIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { useChangeGeneration } from '../../generations/use-change-generation';

const TITLE_MAX = 120;

/** Marks a generation as a favorite, gives it a title, and adds it to collections. */
export function TitleActions({ generation }: { readonly generation: Generation }) {
  const { id, title, favorite } = generation;
  const change = useChangeGeneration();
  const [isNaming, { open, close }] = useDisclosure();
  return (
    <>
      <FavoriteButton
        isFavorite={change.isPending ? (change.variables.change.favorite ?? favorite) : favorite}
        onChange={(next) => change.mutate({ id, change: { favorite: next } })}
      />
      <Button variant="default" px="sm" leftSection={<EditIcon size={16} />} onClick={open}>
        {title === null ? 'Add title' : 'Rename'}
      </Button>
      <CollectButton ids={[id]} look={{ variant: 'default', px: 'sm' }} />
      {change.error && <ProblemNotice error={change.error} />}
      <Dialog opened={isNaming} onClose={close} title="Title" centered>
        <TitleForm
          title={title ?? ''}
          onSave={async (next) => {
            await change.mutateAsync({ id, change: { title: next || null } });
            close();
          }}
          onCancel={close}
        />
      </Dialog>
    </>
  );
}

interface FormProps {
  readonly title: string;
  /** Gets an empty text if the title is removed. */
  readonly onSave: (title: string) => Promise<void>;
  readonly onCancel: () => void;
}

function TitleForm({ title, onSave, onCancel }: FormProps) {
  const [next, setNext] = useState(title);
  return (
    <DialogForm label="Save" act={() => onSave(next.trim())} onCancel={onCancel}>
      <TextInput
        label="Title"
        description="Shown in the library instead of the prompt. Leave empty to remove the title"
        data-autofocus
        maxLength={TITLE_MAX}
        value={next}
        onChange={({ currentTarget }) => setNext(currentTarget.value)}
      />
    </DialogForm>
  );
}
