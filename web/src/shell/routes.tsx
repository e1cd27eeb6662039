import {
  createRootRoute,
  createRoute,
  Outlet,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { queryClient } from '../query-client';
import { buildSessionQuery } from '../session/session';
import { NotFound } from './not-found';
import { RouteFailure } from './route-failure';
import { Shell } from './shell';

/** Replaces the whole dashboard, so it brings a `main` element. Pages fail inside the shell. */
function FrameFailure({ error }: ErrorComponentProps) {
  return (
    <main>
      <RouteFailure error={error} />
    </main>
  );
}

/** These two pages render outside the shell, so each brings a `main` element. */
export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
  errorComponent: FrameFailure,
});

/** Pages below this route need a session and show the navigation. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  // Starts the request while the page's scripts load. The shell shows its error, if any.
  loader: () => void queryClient.prefetchQuery(buildSessionQuery()),
  notFoundComponent: NotFound,
  errorComponent: FrameFailure,
});
