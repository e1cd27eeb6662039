import { createRouter } from '@tanstack/react-router';
import { adminRoute } from './pages/admin/route';
import { charactersRoute } from './pages/characters/route';
import { consentRoute } from './pages/consent/route';
import { generationRoute } from './pages/generation/route';
import { homeRoute } from './pages/home/route';
import { keysRoute } from './pages/keys/route';
import { libraryRoute } from './pages/library/route';
import { playgroundRoute } from './pages/playground/route';
import { productsRoute } from './pages/products/route';
import { settingsRoute } from './pages/settings/route';
import { signInRoute } from './pages/sign-in/route';
import { teamRoute } from './pages/team/route';
import { usageRoute } from './pages/usage/route';
import { socialRoute } from './pages/social/route';
import { uploadsRoute } from './pages/uploads/route';
import { voicesRoute } from './pages/voices/route';
import { webhookRoute } from './pages/webhook/route';
import { webhooksRoute } from './pages/webhooks/route';
import { rootRoute, shellRoute } from './shell/routes';

/** Every page, one row each. */
const routeTree = rootRoute.addChildren([
  signInRoute,
  consentRoute,
  shellRoute.addChildren([
    homeRoute,
    playgroundRoute,
    libraryRoute,
    generationRoute,
    charactersRoute,
    productsRoute,
    voicesRoute,
    uploadsRoute,
    socialRoute,
    webhooksRoute,
    webhookRoute,
    keysRoute,
    usageRoute,
    teamRoute,
    settingsRoute,
    adminRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/app',
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
