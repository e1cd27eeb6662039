import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

export const generationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library/$generationId',
  component: lazyRouteComponent(() => import('./page'), 'GenerationPage'),
});
