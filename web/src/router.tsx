import { createRoute, createRouter } from '@tanstack/react-router';
import { readAdminSearch } from './pages/admin/search';
import { readFilters } from './pages/library/filters';
import { readPlaygroundSearch } from './pages/playground/search';
import { readUsageSearch } from './pages/usage/search';
import { readSocialSearch } from './pages/social/search';
import { readVoiceFilters } from './pages/voices/filters';
import { lazyPage } from './shell/lazy-page';
import { RouteFailure } from './shell/route-failure';
import { rootRoute, shellRoute } from './shell/routes';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: lazyPage(() => import('./pages/sign-in/page'), 'SignInPage'),
});

const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consent',
  validateSearch: ({ uid }): { uid: string } => ({ uid: typeof uid === 'string' ? uid : '' }),
  component: lazyPage(() => import('./pages/consent/page'), 'ConsentPage'),
});

const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device',
  validateSearch: ({ code }): { code: string } => ({ code: typeof code === 'string' ? code : '' }),
  component: lazyPage(() => import('./pages/device/page'), 'DevicePage'),
});

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyPage(() => import('./pages/home/page'), 'HomePage'),
});

const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/playground',
  validateSearch: readPlaygroundSearch,
  component: lazyPage(() => import('./pages/playground/page'), 'PlaygroundPage'),
});

const libraryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library',
  validateSearch: readFilters,
  component: lazyPage(() => import('./pages/library/page'), 'LibraryPage'),
});

const generationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/library/$generationId',
  component: lazyPage(() => import('./pages/generation/page'), 'GenerationPage'),
});

const charactersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/characters',
  component: lazyPage(() => import('./pages/characters/page'), 'CharactersPage'),
});

const characterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/characters/$characterId',
  component: lazyPage(() => import('./pages/character/page'), 'CharacterPage'),
});

const productsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products',
  component: lazyPage(() => import('./pages/products/page'), 'ProductsPage'),
});

const voicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/voices',
  validateSearch: readVoiceFilters,
  component: lazyPage(() => import('./pages/voices/page'), 'VoicesPage'),
});

const speechRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/speech',
  component: lazyPage(() => import('./pages/speech/page'), 'SpeechPage'),
});

const uploadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/uploads',
  component: lazyPage(() => import('./pages/uploads/page'), 'UploadsPage'),
});

const connectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connect',
  component: lazyPage(() => import('./pages/connect/page'), 'ConnectPage'),
});

const socialRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/social',
  validateSearch: readSocialSearch,
  component: lazyPage(() => import('./pages/social/page'), 'SocialPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  component: lazyPage(() => import('./pages/webhooks/page'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$id',
  component: lazyPage(() => import('./pages/webhook/page'), 'WebhookPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  component: lazyPage(() => import('./pages/keys/page'), 'KeysPage'),
});

const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/usage',
  validateSearch: readUsageSearch,
  component: lazyPage(() => import('./pages/usage/page'), 'UsagePage'),
});

const teamRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/team',
  component: lazyPage(() => import('./pages/team/page'), 'TeamPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyPage(() => import('./pages/settings/page'), 'SettingsPage'),
});

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  validateSearch: readAdminSearch,
  component: lazyPage(() => import('./pages/admin/page'), 'AdminPage'),
});

const adminAccountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin/accounts/$accountId',
  component: lazyPage(() => import('./pages/admin/account-page'), 'AccountPage'),
});

/** All pages, one row per page. Each page is a separate chunk, loaded when it opens. */
const routeTree = rootRoute.addChildren([
  signInRoute,
  consentRoute,
  deviceRoute,
  shellRoute.addChildren([
    homeRoute,
    playgroundRoute,
    libraryRoute,
    generationRoute,
    speechRoute,
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
  defaultErrorComponent: RouteFailure,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
