import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Pages that open with `g` and a second key. */
export const PAGE_KEYS: Readonly<Record<string, { readonly to: string; readonly label: string }>> =
  {
    h: { to: '/', label: 'Home' },
    p: { to: '/playground', label: 'Playground' },
    l: { to: '/library', label: 'Library' },
    c: { to: '/characters', label: 'Characters' },
    s: { to: '/social', label: 'Social' },
    k: { to: '/keys', label: 'API keys' },
    w: { to: '/webhooks', label: 'Webhooks' },
    u: { to: '/usage', label: 'Usage' },
  };

/** Time to press the second key. */
const SECOND_KEY_MS = 1_500;
const FIELDS = new Set(['INPUT', 'TEXTAREA', 'SELECT']);

interface Actions {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}

/**
 * Listens for the shortcuts. Single keys do nothing while the user writes, or while a dialog is
 * open.
 */
export function useShortcuts({ openPalette, openHelp }: Actions): void {
  const navigate = useNavigate();
  const leaderAt = useRef(-Infinity);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBusy(event)) return;
      const isSecond = event.timeStamp - leaderAt.current < SECOND_KEY_MS;
      leaderAt.current = key === 'g' ? event.timeStamp : -Infinity;
      const page = isSecond ? PAGE_KEYS[key] : undefined;
      if (page) void navigate({ to: page.to });
      else if (event.key === '?') openHelp();
      else if (key === '/') openPalette();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, openPalette, openHelp]);
}

function isBusy({ target }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement && (FIELDS.has(target.tagName) || target.isContentEditable);
  return isField || document.querySelector('[role=dialog]') !== null;
}
