import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';
import { readAdminSearch } from './search';

export const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  validateSearch: readAdminSearch,
  component: lazyRouteComponent(() => import('./page'), 'AdminPage'),
});
