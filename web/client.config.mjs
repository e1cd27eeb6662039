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

export default {
  input: {
    ...withoutSecurity(document),
    servers: [{ url: '/app/api' }],
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, item]) => [
        path.replace(/^\/v1/, ''),
        toSessionDoor(item),
      ]),
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
