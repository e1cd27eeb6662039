import { Modal, type ModalProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

/**
 * Opens after mounting, so that the modal remembers the focused element and restores focus on
 * close.
 */
export default function DialogFrame({ opened, ...props }: ModalProps) {
  const isThere = useMounted();
  return <Modal {...props} opened={opened && isThere} />;
}
