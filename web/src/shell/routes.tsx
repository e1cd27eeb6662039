import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { NotFound } from './not-found';
import { RouteFailure } from './route-failure';
import { Shell } from './shell';

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: RouteFailure,
});

/** Pages below it need a session, and have the navigation beside them. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: RouteFailure,
});
