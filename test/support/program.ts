import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { FOX } from './agent.js';

type Kept<T extends (...given: never[]) => unknown> = Awaited<ReturnType<T>>;

/** Stores the data of a program that signs in with the SDK of the Model Context Protocol. */
export class Program implements OAuthClientProvider {
  /** Last URL to which the program has sent its user. */
  sentTo: URL | null = null;
  readonly clientMetadata: OAuthClientProvider['clientMetadata'];
  private client: Kept<OAuthClientProvider['clientInformation']>;
  private kept: Kept<OAuthClientProvider['tokens']>;
  private verifier = '';
  private found: Kept<NonNullable<OAuthClientProvider['discoveryState']>>;

  /**
   * @param clientMetadataUrl URL of the published metadata of the program; if it is not given, the
   * program registers
   */
  constructor(
    readonly redirectUrl: string,
    readonly clientMetadataUrl?: string,
  ) {
    this.clientMetadata = { ...FOX, redirect_uris: [redirectUrl] };
  }

  state(): string {
    return 'the state of the program';
  }
  clientInformation() {
    return this.client;
  }
  saveClientInformation(client: Exclude<typeof this.client, undefined>): void {
    this.client = client;
  }
  tokens() {
    return this.kept;
  }
  saveTokens(tokens: Exclude<typeof this.kept, undefined>): void {
    this.kept = tokens;
  }
  invalidateCredentials(scope: string): void {
    if (scope === 'tokens' || scope === 'all') this.kept = undefined;
  }
  redirectToAuthorization(url: URL): void {
    this.sentTo = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier(): string {
    return this.verifier;
  }
  saveDiscoveryState(found: Exclude<typeof this.found, undefined>): void {
    this.found = found;
  }
  discoveryState() {
    return this.found;
  }
}
