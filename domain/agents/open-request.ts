import { SCOPES, type Scope } from '../catalogue/scopes.js';

/** How an agent described itself in its request. */
export interface ClientDescription {
  readonly name: string;
  /** Host of the client's metadata document; null for a self-registered client. */
  readonly host: string | null;
  readonly redirectHost: string;
}

/** A person's decision in the OAuth library's format, with the person's session. */
export type ConsentResult =
  | { readonly error: 'access_denied'; readonly error_description: string }
  | {
      readonly login: { readonly accountId: string; readonly remember: false };
      readonly consent: { readonly grantId: string };
      readonly session: string;
    };

/** An open authorization request: the fields of the OAuth library's record that we read. */
export interface OpenRequest {
  readonly params: {
    readonly client_id: string;
    readonly scope?: string;
    readonly resource: string;
  };
  readonly prompt: { readonly details: { readonly client: ClientDescription } };
  readonly result?: ConsentResult;
}

/** Reads the scopes that an agent requests, without unknown ones. */
export const readAskedScopes = ({ params }: OpenRequest): Scope[] => {
  const asked = new Set(params.scope?.split(' '));
  return SCOPES.filter((scope) => asked.has(scope));
};
