/** Secrets that link the start and the end of a sign-in at the issuer, known to nobody else. */
export interface SignOnSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Sign-in at an OpenID Connect issuer chosen by the operator. */
export interface SingleSignOn {
  /** @returns where to send the browser. @throws when the issuer does not answer */
  begin(secrets: SignOnSecrets): Promise<string>;
  /**
   * @param query the query with which the issuer redirected the browser back
   * @returns the e-mail address verified by the issuer, in lower case; null without one
   * @throws when the issuer did not sign the person in for these secrets
   */
  finish(query: string, secrets: SignOnSecrets): Promise<string | null>;
}
