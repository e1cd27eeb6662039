import { HTTP, type EnvReader } from './env-reader.js';

/** What the pages of operators link to. */
export interface IdentityEnv {
  /** Where people look at runs; null when it is not known. */
  readonly temporalUiUrl: string | null;
}

export const readIdentity = (read: EnvReader): IdentityEnv => ({
  temporalUiUrl: read.optional('TEMPORAL_UI_URL') ? read.url('TEMPORAL_UI_URL', HTTP) : null,
});
