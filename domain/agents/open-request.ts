import { SCOPES, type Scope } from '../catalogue/scopes.js';

/** Who an agent says it is, as it was when it asked. */
export interface ShownClient {
  readonly name: string;
  /** Of its metadata document; null for one that registered itself. */
  readonly host: string | null;
  readonly redirectHost: string;
}

/** What a person has answered, as the library reads it, with the session in which it was done. */
export type ConsentResult =
  | { readonly error: 'access_denied'; readonly error_description: string }
  | {
      readonly login: { readonly accountId: string; readonly remember: false };
      readonly consent: { readonly grantId: string };
      readonly session: string;
    };

/** A request under way, of what the library keeps of it. */
export interface OpenRequest {
  readonly params: {
    readonly client_id: string;
    readonly scope?: string;
    readonly resource: string;
  };
  readonly prompt: { readonly details: { readonly client: ShownClient } };
  readonly result?: ConsentResult;
}

/** The scopes that an agent asks for, of those that there are. */
export const askedScopes = ({ params }: OpenRequest): Scope[] => {
  const asked = new Set(params.scope?.split(' '));
  return SCOPES.filter((scope) => asked.has(scope));
};
