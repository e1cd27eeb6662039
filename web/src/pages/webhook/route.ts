import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

export const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$id',
  component: lazyRouteComponent(() => import('./page'), 'WebhookPage'),
});
