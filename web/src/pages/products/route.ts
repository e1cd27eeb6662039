import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

export const productsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products',
  component: lazyRouteComponent(() => import('./page'), 'ProductsPage'),
});
