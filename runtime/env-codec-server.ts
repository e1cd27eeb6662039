import { EnvError } from './env.js';
import { EnvReader, type Source } from './env-reader.js';

/** The token must be long, because anyone who has it can read every history. */
const TOKEN_MIN = 20;
/** The UI's addresses in `npm start` and docker compose. */
const UI = 'http://localhost:8233,http://127.0.0.1:8233';

/** The codec server's settings. */
export interface CodecServerEnv {
  readonly codecKeys: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly token: string;
  /** Origins of the Temporal UI; pages from other origins are rejected. */
  readonly origins: readonly string[];
}

/** @throws {EnvError} with every missing or invalid variable */
export function readCodecServer(source: Source): CodecServerEnv {
  const read = new EnvReader(source);
  const env = {
    codecKeys: read.keys('TEMPORAL_CODEC_KEY'),
    host: read.text('CODEC_SERVER_HOST', '127.0.0.1'),
    port: read.port('CODEC_SERVER_PORT', 8234),
    token: read.text('CODEC_SERVER_TOKEN'),
    origins: read.origins('CODEC_SERVER_ORIGINS', UI),
  };
  if (env.token && (env.token.length < TOKEN_MIN || !/^[\w-]+$/.test(env.token))) {
    read.problems.push(
      `CODEC_SERVER_TOKEN must have at least ${TOKEN_MIN} letters and digits, ` +
        'as `openssl rand -hex 24` prints',
    );
  }
  if (read.problems.length > 0) throw new EnvError(read.problems);
  return env;
}
