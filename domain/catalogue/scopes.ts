/** What an API key may be allowed to do. */
export const SCOPES = ['read', 'generate', 'social', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];
