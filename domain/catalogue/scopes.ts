/** Scopes of API keys. */
export const SCOPES = ['read', 'generate', 'social', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];
