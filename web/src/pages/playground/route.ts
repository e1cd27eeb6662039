import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/routes';

export const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/playground',
  /** `from`: the generation whose request fills the form. */
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' ? { from } : {},
  component: lazyRouteComponent(() => import('./page'), 'PlaygroundPage'),
});
