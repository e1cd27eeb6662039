import { KEPT_PREFIX } from '../session/kept';

const NAME = `${KEPT_PREFIX}desktop-notices`;

/** Returns whether the user of this browser asked for desktop notifications and allows them. */
export const wantsDesktopNotices = (): boolean =>
  'Notification' in globalThis &&
  Notification.permission === 'granted' &&
  globalThis.localStorage.getItem(NAME) === 'on';

/**
 * Turns desktop notifications of this browser on or off. The browser may ask for permission.
 * @returns whether they are on
 */
export async function setDesktopNotices(isWanted: boolean): Promise<boolean> {
  if (!isWanted) {
    globalThis.localStorage.removeItem(NAME);
    return false;
  }
  if ((await Notification.requestPermission()) !== 'granted') return false;
  globalThis.localStorage.setItem(NAME, 'on');
  return true;
}
