import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import type { Generation } from '../api/contract';
import { startedHere } from '../generations/send-request';
import { wantsDesktopNotices } from './desktop-notices';

/**
 * Announces the end of a generation that this tab started: with a notification if the current page
 * does not show the generation, and with a mark in the tab's title and a desktop notification while
 * the tab is hidden. Work that other API clients start is not announced, because there may be
 * thousands.
 */
export function announce(generation: Generation, isShown: boolean): void {
  if (!startedHere.delete(generation.id)) return;
  const { title, message, path } = describe(generation);
  if (document.hidden) {
    markTitle(title);
    if (wantsDesktopNotices()) showOnDesktop(title, message, path);
  }
  if (isShown && !document.hidden) return;
  notifications.show({
    title,
    message: createElement('a', { href: path }, message),
    color: generation.status === 'completed' ? 'teal' : 'red',
    autoClose: 8_000,
  });
}

function describe({ id, type, status, request }: Generation) {
  const kind = type === 'video' ? 'Video' : 'Image';
  return {
    title: `${kind} ${status}`,
    message: request.prompt?.slice(0, 100) ?? 'Open the result',
    path: `${import.meta.env.BASE_URL}library/${id}`,
  };
}

/** The tab's title without a mark; null while it has none. */
let unmarked: string | null = null;

/** Puts a text in front of the tab's title until the user returns to the tab. */
function markTitle(text: string): void {
  if (unmarked === null) {
    unmarked = document.title;
    document.addEventListener('visibilitychange', unmarkTitle, { once: true });
  }
  document.title = `${text} · ${unmarked}`;
}

function unmarkTitle(): void {
  document.title = unmarked ?? document.title;
  unmarked = null;
}

function showOnDesktop(title: string, body: string, path: string): void {
  try {
    const notice = new Notification(title, { body, tag: path });
    notice.addEventListener('click', () => {
      globalThis.focus();
      globalThis.location.assign(path);
    });
  } catch {
    // Chrome on Android allows notifications only from a service worker, and throws here.
  }
}
