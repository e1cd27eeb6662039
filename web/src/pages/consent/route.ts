import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes';

export const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consent',
  validateSearch: ({ uid }): { uid: string } => ({ uid: typeof uid === 'string' ? uid : '' }),
  component: lazyRouteComponent(() => import('./page'), 'ConsentPage'),
});
