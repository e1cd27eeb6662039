import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';
import { readFilters } from './filters';

export const libraryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library',
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import('./page'), 'LibraryPage'),
});
