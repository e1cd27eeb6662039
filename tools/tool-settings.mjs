// Provides binaries of the servers that this project starts itself.
import { provideTools } from './setup.mjs';

/**
 * Provides the binaries of servers that the environment does not configure.
 * @returns {Promise<Record<string, string>>} the supervisor's settings
 */
export async function provideToolSettings() {
  const { TEMPORAL_ADDRESS, TEMPORAL_PROFILE, TEMPORAL_CONFIG_FILE, S3_ENDPOINT } = process.env;
  const wanted = [];
  if (!TEMPORAL_ADDRESS && !TEMPORAL_PROFILE && !TEMPORAL_CONFIG_FILE) wanted.push('temporal');
  if (!S3_ENDPOINT) wanted.push('versitygw');
  const paths = await provideTools(wanted);
  return {
    ...(paths.temporal && { TEMPORAL_BIN: paths.temporal }),
    ...(paths.versitygw && { VERSITYGW_BIN: paths.versitygw }),
  };
}
