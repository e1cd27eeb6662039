import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';
import { readVoiceFilters } from './filters';

export const voicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/voices',
  validateSearch: readVoiceFilters,
  component: lazyRouteComponent(() => import('./page'), 'VoicesPage'),
});
