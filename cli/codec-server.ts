import { once } from 'node:events';
import { createCodecServer } from '../runtime/codec-server.js';
import { readCodecServer } from '../runtime/env-codec-server.js';
import { readEnvironment, EnvError } from '../runtime/env.js';

/** `npm run codec-server` lets the Temporal UI show encrypted payloads, until Ctrl-C. */
try {
  const env = readCodecServer(readEnvironment());
  const server = createCodecServer(env).listen(env.port, env.host);
  await once(server, 'listening');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : env.port;
  console.log(`Codec endpoint  http://${env.host}:${port}/${env.token}`);
  console.log(`Allowed origins ${env.origins.join(' ')}`);
} catch (error) {
  console.error(error instanceof EnvError ? error.message : String(error));
  process.exitCode = 1;
}
