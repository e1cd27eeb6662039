import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

export const uploadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/uploads',
  component: lazyRouteComponent(() => import('./page'), 'UploadsPage'),
});
