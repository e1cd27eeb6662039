// What `npm run web:client` makes of openapi.json: the client of the session door, whose paths are
// those of /v1 without that prefix, and whose key is the cookie.
import { readFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));

/** The document names a bearer key, which pages do not have. */
const withoutSecurity = (part) =>
  Object.fromEntries(Object.entries(part).filter(([name]) => name !== 'security'));

const toSessionDoor = (item) =>
  Object.fromEntries(
    Object.entries(item).map(([name, part]) => [
      name,
      'responses' in part ? withoutSecurity(part) : part,
    ]),
  );

/** A stream is read by the browser's EventSource, not by a call of the client. */
const isStream = (item) =>
  Object.values(item).some((part) =>
    Object.values(part.responses ?? {}).some(({ content }) => content?.['text/event-stream']),
  );

export default {
  input: {
    ...withoutSecurity(document),
    servers: [{ url: '/app/api' }],
    paths: Object.fromEntries(
      Object.entries(document.paths)
        .filter(([, item]) => !isStream(item))
        .map(([path, item]) => [path.replace(/^\/(v1|app\/api)/, ''), toSessionDoor(item)]),
    ),
  },
  output: process.env.WEB_CLIENT_FOLDER,
  plugins: [
    '@hey-api/typescript',
    '@hey-api/sdk',
    '@hey-api/client-fetch',
    '@tanstack/react-query',
  ],
  logs: { level: 'warn', file: false },
};
