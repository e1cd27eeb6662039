import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Dialog } from '../../components/dialog';
import { DialogForm } from '../../components/dialog-form';

interface Props {
  /** Label of the button that opens the form: "Add credits". */
  readonly label: string;
  /** Form title: "Add credits to Acme". */
  readonly title: string;
  readonly isReady: boolean;
  readonly act: () => Promise<unknown>;
  /** The form's fields. */
  readonly children: ReactNode;
}

/** A button in a row that opens a small form. */
export function ActionForm({ label, title, isReady, act, children }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const actAndClose = async () => {
    await act();
    close();
  };
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={open} aria-label={title}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title} centered>
        <DialogForm label={label} isReady={isReady} act={actAndClose} onCancel={close}>
          {children}
        </DialogForm>
      </Dialog>
    </>
  );
}
