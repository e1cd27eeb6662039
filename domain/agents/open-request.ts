import { SCOPES, type Scope } from '../catalogue/scopes.js';

/** How an agent presented itself when it asked. */
export interface ClientDescription {
  readonly name: string;
  /** Host of its metadata document; null for a client that registered itself. */
  readonly host: string | null;
  readonly redirectHost: string;
}

/** A person's answer in the OAuth library's format, with the session that gave it. */
export type ConsentResult =
  | { readonly error: 'access_denied'; readonly error_description: string }
  | {
      readonly login: { readonly accountId: string; readonly remember: false };
      readonly consent: { readonly grantId: string };
      readonly session: string;
    };

/** An open authorization request: the part of the OAuth library's record that we read. */
export interface OpenRequest {
  readonly params: {
    readonly client_id: string;
    readonly scope?: string;
    readonly resource: string;
  };
  readonly prompt: { readonly details: { readonly client: ClientDescription } };
  readonly result?: ConsentResult;
}

/** The scopes that an agent asks for, without unknown ones. */
export const readAskedScopes = ({ params }: OpenRequest): Scope[] => {
  const asked = new Set(params.scope?.split(' '));
  return SCOPES.filter((scope) => asked.has(scope));
};
