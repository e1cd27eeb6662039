import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { Session } from '../api/contract';
import { Dialog } from '../components/dialog';
import { SearchIcon } from '../components/icons';
import classes from './shell.module.css';
import { useShortcuts } from './shortcuts';

// Most visits use neither, so their code is loaded when they first open.
const CommandPalette = lazy(() => import('./command-palette'));
const ShortcutSheet = lazy(() => import('./shortcut-sheet'));

/** The button that opens the command palette, and the keyboard shortcuts of all pages. */
export function Commands({ session }: { readonly session: Session }) {
  const [openings, setOpenings] = useState(0);
  const [hasHelp, help] = useDisclosure();
  const openPalette = useCallback(() => setOpenings((before) => before + 1), []);
  useShortcuts({ openPalette, openHelp: help.open });
  return (
    <>
      <button type="button" className={classes.search} onClick={openPalette}>
        <SearchIcon size={16} />
        Search
        <kbd>Ctrl K</kbd>
      </button>
      <Suspense>
        {openings > 0 && (
          <CommandPalette session={session} openings={openings} onHelp={help.open} />
        )}
      </Suspense>
      <Dialog opened={hasHelp} onClose={help.close} title="Keyboard shortcuts" centered>
        <Suspense>
          <ShortcutSheet />
        </Suspense>
      </Dialog>
    </>
  );
}
