import type {
  NewCredential,
  PasskeyCreationOptions,
  SignedCredential,
} from '../contract/passkey.js';

/** Options for signing in, including the challenge that the device must sign. */
export interface PasskeyRequestOptions {
  readonly challenge: string;
}

/** The owner of a new passkey. */
export interface PasskeyHolder {
  /** Lets devices distinguish people. At most 64 bytes, and must not identify the person. */
  readonly handle: Buffer;
  readonly name: string;
  /** The person's existing passkeys: a device that already holds one does not create another. */
  readonly credentialIds: readonly string[];
}

/** A device's public key. */
export interface StoredCredential {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  /** The device's signature counter; many devices always report 0. */
  readonly counter: number;
  readonly transports: readonly string[];
}

/** Checks whether a challenge was issued. Each challenge can be checked only once. */
export type ChallengeConsumer = (challenge: string) => Promise<boolean>;

/** Creates and checks passkeys for this service's address. */
export interface Passkeys {
  askForNew(holder: PasskeyHolder): Promise<PasskeyCreationOptions>;
  askForSignature(): Promise<PasskeyRequestOptions>;
  /**
   * Checks a new passkey.
   * @returns null if the response is forged, or does not answer one of our challenges
   */
  checkNew(
    answer: NewCredential,
    useChallenge: ChallengeConsumer,
  ): Promise<StoredCredential | null>;
  /**
   * Checks a signature.
   * @returns the device's signature counter; null if the response is forged, or does not answer one
   * of our challenges
   */
  checkSignature(
    answer: SignedCredential,
    stored: StoredCredential,
    useChallenge: ChallengeConsumer,
  ): Promise<number | null>;
}
