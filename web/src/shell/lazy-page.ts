import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { OfflineError } from '../requests/load-failure';

/**
 * Returns a page whose scripts are loaded when it opens. If they are missing, the router reloads the
 * dashboard once. Without a connection, the browser would then show its own error page, so the
 * router gets another error.
 */
export const lazyPage = <Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
) => lazyRouteComponent(() => load().catch(explain), name);

function explain(error: unknown): never {
  if (navigator.onLine) throw error;
  throw new OfflineError('The page was not loaded', { cause: error });
}
