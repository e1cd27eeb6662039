import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

export const charactersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/characters',
  component: lazyRouteComponent(() => import('./page'), 'CharactersPage'),
});
