import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { NotFound } from './not-found';
import { RouteFailure } from './route-failure';
import { Shell } from './shell';

/** Here no frame of a page is around them, so they are all that the page has. */
export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
  errorComponent: () => (
    <main>
      <RouteFailure />
    </main>
  ),
});

/** Pages below it need a session, and have the navigation beside them. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: RouteFailure,
});
