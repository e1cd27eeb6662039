/** Messages of Chromium, Firefox, Safari and Vite about a file of the dashboard that is missing. */
const MESSAGES =
  /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Returns whether a script or style failed to load, for example after a deployment replaced it. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && MESSAGES.test(error.message);

/** A page that was not loaded, because the browser is offline. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}
