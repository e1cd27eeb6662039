import Koa from 'koa';
import { createFetchNotes } from '../domain/social/publish/note-fetches.js';
import { findServedUntil } from '../domain/uploads/served-until.js';
import type { Deps } from '../runtime/deps.js';
import { DOCUMENTED_ROUTES } from './documented-routes.js';
import { ENTRY_POINTS, KEY_ENTRY_POINT, SESSION_ENTRY_POINT } from './entry-points.js';
import { readOfferedModels } from './handlers/catalogue.js';
import { readClientNetwork } from './client-network.js';
import { createEdge, type Edge } from './edge.js';
import { admitAnyway } from './middleware/admit.js';
import { refuseOtherMethods } from './middleware/refuse-other-methods.js';
import { serveDashboard } from './middleware/dashboard.js';
import { serveBox } from './middleware/box.js';
import { serveConnect } from './middleware/connect.js';
import { serveOAuthCallback } from './middleware/oauth-callback.js';
import { serveHealth } from './middleware/health.js';
import { serveMedia } from './middleware/media.js';
import { servePresetPortraits } from './middleware/preset-portraits.js';
import { serveVoiceSamples } from './middleware/voice-samples.js';
import { serveDocs } from './middleware/docs.js';
import { packAnswers } from './middleware/pack-answers.js';
import { respond } from './middleware/respond.js';
import { serveSignOn } from './middleware/sign-in-oidc.js';
import { serveTeamChoice } from './middleware/sign-in-teams.js';
import { servePasskeySignIn } from './middleware/sign-in-passkey.js';
import { serveSignIn } from './middleware/sign-in.js';
import { serveVerify } from './middleware/verify.js';
import { serveDeviceLogins } from './middleware/device-logins.js';
import { serveLater } from './middleware/serve-later.js';
import { traceRequest } from './middleware/trace-request.js';
import { serveOpenAiDocument } from './openai/document.js';
import { serveOpenAi } from './openai/serve-openai.js';
import { OPENAI_PATHS } from './openai/table.js';
import { serveOAuth } from './oauth/serve-oauth.js';
import { mountRoutes } from './mount.js';
import { serveOpenApi } from './openapi.js';
import { RequestLog } from './request-log.js';
import { ROUTES } from './table.js';

/** Error code for a caller that disconnects during a streamed response. */
const CALLER_LEFT = 'ERR_STREAM_PREMATURE_CLOSE';

/** Creates the HTTP application. Middleware runs in the order of this list. */
export function createApp(deps: Deps, edge: Edge = createEdge(deps)): Koa {
  const app = new Koa();
  app.silent = true;
  app.on('error', (error: { code?: unknown }) => {
    const level = error.code === CALLER_LEFT ? 'debug' : 'error';
    deps.log[level]({ err: error }, 'response failed');
  });
  app.use(readClientNetwork(deps.env.trustedProxies));
  app.use(traceRequest([...DOCUMENTED_ROUTES, ...OPENAI_PATHS]));
  const requests = new RequestLog(deps);
  app.use(respond(deps, requests, edge.discards));
  app.use(serveHealth(deps));
  app.use(packAnswers());
  // First, because most requests come from programs and need none of the middleware below.
  app.use(mountRoutes(ROUTES, deps, edge, KEY_ENTRY_POINT));
  app.use(
    serveDashboard(deps.env.webFolder, {
      media: deps.env.mediaBaseUrl,
      uploads: deps.env.s3.publicEndpoint,
    }),
  );
  app.use(serveDocs(deps.env.publicUrl, () => readOfferedModels(deps), edge.typicalTimes));
  app.use(serveOpenApi(DOCUMENTED_ROUTES, deps.env.publicUrl));
  app.use(servePresetPortraits(deps.portraits));
  app.use(serveVoiceSamples(deps.voiceSampler));
  const readServedUntil = (key: string) => findServedUntil(deps.db.manager, key);
  const onFetched = createFetchNotes(deps.db, {
    warn: (error) => deps.log.warn({ error }, 'fetches of renditions are written later'),
  });
  const cdnSeconds = deps.env.mediaCdnSeconds;
  const visits = deps.mediaVisits;
  app.use(serveMedia(deps.store, readServedUntil, { cdnSeconds, onFetched, visits }));
  app.use(serveBox(deps, edge));
  app.use(serveConnect(deps, edge));
  app.use(serveOAuthCallback(deps, edge));
  app.use(serveDeviceLogins(deps, edge));
  app.use(serveVerify(deps, edge));
  app.use(serveSignIn(deps, edge));
  app.use(servePasskeySignIn(deps, edge));
  app.use(serveSignOn(deps, edge));
  app.use(serveTeamChoice(deps, edge));
  app.use(
    serveLater('/mcp', async () => {
      const { serveMcp } = await import('./mcp/serve-mcp.js');
      return serveMcp(ROUTES, deps, edge, requests);
    }),
  );
  app.use(serveOpenAiDocument(deps.env.publicUrl));
  app.use(serveOpenAi(deps, edge));
  app.use(serveOAuth(deps, edge));
  app.use(mountRoutes(ROUTES, deps, edge, SESSION_ENTRY_POINT));
  app.use(admitAnyway(deps, edge));
  app.use(refuseOtherMethods(ENTRY_POINTS.flatMap((entryPoint) => entryPoint.endpoints(ROUTES))));
  return app;
}
