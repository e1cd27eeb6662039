import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readAdminSearch } from './pages/admin/search';
import { readFilters } from './pages/library/filters';
import { readPlaygroundSearch } from './pages/playground/search';
import { readUsageSearch } from './pages/usage/search';
import { readSocialSearch } from './pages/social/search';
import { readVoiceFilters } from './pages/voices/filters';
import { rootRoute, shellRoute } from './shell/routes';

// Each page is a separate chunk, loaded when it opens.

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./pages/sign-in/page'), 'SignInPage'),
});

const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consent',
  validateSearch: ({ uid }): { uid: string } => ({ uid: typeof uid === 'string' ? uid : '' }),
  component: lazyRouteComponent(() => import('./pages/consent/page'), 'ConsentPage'),
});

const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device',
  validateSearch: ({ code }): { code: string } => ({ code: typeof code === 'string' ? code : '' }),
  component: lazyRouteComponent(() => import('./pages/device/page'), 'DevicePage'),
});

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/page'), 'HomePage'),
});

const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/playground',
  validateSearch: readPlaygroundSearch,
  component: lazyRouteComponent(() => import('./pages/playground/page'), 'PlaygroundPage'),
});

const libraryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library',
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import('./pages/library/page'), 'LibraryPage'),
});

const generationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library/$generationId',
  component: lazyRouteComponent(() => import('./pages/generation/page'), 'GenerationPage'),
});

const charactersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/characters',
  component: lazyRouteComponent(() => import('./pages/characters/page'), 'CharactersPage'),
});

const characterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/characters/$characterId',
  component: lazyRouteComponent(() => import('./pages/character/page'), 'CharacterPage'),
});

const productsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products',
  component: lazyRouteComponent(() => import('./pages/products/page'), 'ProductsPage'),
});

const voicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/voices',
  validateSearch: readVoiceFilters,
  component: lazyRouteComponent(() => import('./pages/voices/page'), 'VoicesPage'),
});

const uploadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/uploads',
  component: lazyRouteComponent(() => import('./pages/uploads/page'), 'UploadsPage'),
});

const connectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connect',
  component: lazyRouteComponent(() => import('./pages/connect/page'), 'ConnectPage'),
});

const socialRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/social',
  validateSearch: readSocialSearch,
  component: lazyRouteComponent(() => import('./pages/social/page'), 'SocialPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/page'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$id',
  component: lazyRouteComponent(() => import('./pages/webhook/page'), 'WebhookPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys/page'), 'KeysPage'),
});

const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/usage',
  validateSearch: readUsageSearch,
  component: lazyRouteComponent(() => import('./pages/usage/page'), 'UsagePage'),
});

const teamRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/team',
  component: lazyRouteComponent(() => import('./pages/team/page'), 'TeamPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/page'), 'SettingsPage'),
});

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  validateSearch: readAdminSearch,
  component: lazyRouteComponent(() => import('./pages/admin/page'), 'AdminPage'),
});

const adminAccountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin/accounts/$accountId',
  component: lazyRouteComponent(() => import('./pages/admin/account-page'), 'AccountPage'),
});

/** All pages, one row per page. */
const routeTree = rootRoute.addChildren([
  signInRoute,
  consentRoute,
  deviceRoute,
  shellRoute.addChildren([
    homeRoute,
    playgroundRoute,
    libraryRoute,
    generationRoute,
    charactersRoute,
    characterRoute,
    productsRoute,
    voicesRoute,
    uploadsRoute,
    connectRoute,
    socialRoute,
    webhooksRoute,
    webhookRoute,
    keysRoute,
    usageRoute,
    teamRoute,
    settingsRoute,
    adminRoute,
    adminAccountRoute,
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
