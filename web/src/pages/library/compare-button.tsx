import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Generation } from '../../api/contract';

const CompareDialog = lazy(() => import('./compare-dialog'));

/** Opens two results side by side. */
export function CompareButton({ pair }: { readonly pair: readonly Generation[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" px={6} variant="light" onClick={() => setOpen(true)}>
        Compare
      </Button>
      {isOpen && (
        <Suspense>
          <CompareDialog pair={pair} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
