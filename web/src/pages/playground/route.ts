import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

export const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/playground',
  component: lazyRouteComponent(() => import('./page'), 'PlaygroundPage'),
});
