/** What a sign-in at the issuer and its end have in common, and nobody else knows. */
export interface SignOnSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Sign-in at an issuer of OpenID Connect that the operator has chosen. */
export interface SingleSignOn {
  /** @returns where to send the browser. @throws when the issuer does not answer */
  begin(secrets: SignOnSecrets): Promise<string>;
  /**
   * @param query with which the issuer has sent the browser back
   * @returns the e-mail address that the issuer has verified, in lower case; null without one
   * @throws when the issuer has not signed that person in for these secrets
   */
  finish(query: string, secrets: SignOnSecrets): Promise<string | null>;
}
