import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';
import { readSocialSearch } from './search';

export const socialRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/social',
  validateSearch: readSocialSearch,
  component: lazyRouteComponent(() => import('./page'), 'SocialPage'),
});
