// For developers of these pages: stands in for the session door with a key of the environment.
// `API_URL=… API_KEY=… npx vite web` serves the pages, forwards `/app/api/…` to `/v1/…` with the key,
// and answers for the session itself. Nothing of this is in the build.
import { Readable } from 'node:stream';

const SESSION = {
  object: 'session',
  account: { id: 'acc_development', plan: 'scale' },
  member: null,
  role: 'owner',
  operator: false,
  temporal_ui_url: null,
  passkeys_possible: false,
};

/** The plugin; does nothing without API_URL and API_KEY. */
export function developmentDoor({ API_URL: api, API_KEY: key }) {
  const use = ({ middlewares }) => {
    if (api && key)
      middlewares.use('/app/api', (request, response) => {
        void forward(request, response, api, key);
      });
  };
  return { name: 'development-door', configureServer: use, configurePreviewServer: use };
}

async function forward(request, response, api, key) {
  if (request.url.startsWith('/session')) {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(SESSION));
    return;
  }
  const { host: _, connection: _connection, cookie: _cookie, ...headers } = request.headers;
  const hasBody = !['GET', 'HEAD'].includes(request.method);
  const answer = await fetch(`${api}/v1${request.url}`, {
    method: request.method,
    headers: { ...headers, authorization: `Bearer ${key}` },
    ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
  });
  response.statusCode = answer.status;
  response.setHeader('Content-Type', answer.headers.get('Content-Type') ?? 'application/json');
  response.end(Buffer.from(await answer.arrayBuffer()));
}
