import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const DialogFrame = lazy(() => import('./dialog-frame'));

/** A dialog whose code is loaded when the first dialog opens, because most visits open none. */
export function Dialog(props: ModalProps) {
  const [isUsed, setIsUsed] = useState(props.opened);
  if (props.opened && !isUsed) setIsUsed(true);
  if (!isUsed) return null;
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  );
}
