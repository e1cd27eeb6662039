import { Modal, type ModalProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

/** Opened once it is there: so it knows where the focus was, and gives it back when it is closed. */
export default function DialogFrame({ opened, ...props }: ModalProps) {
  const isThere = useMounted();
  return <Modal {...props} opened={opened && isThere} />;
}
