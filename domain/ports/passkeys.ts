import type { NewCredential, SignedCredential } from '../contract/passkey.js';

/** Options for the browser, with the challenge that the device must sign. */
export interface PasskeyOptions {
  readonly challenge: string;
}

/** The person for whom a passkey is created. */
export interface PasskeyHolder {
  /** Lets devices distinguish people: at most 64 bytes, and nothing that identifies the person. */
  readonly handle: Buffer;
  readonly name: string;
  /** The person's existing passkeys: a device that holds one of them creates no second. */
  readonly credentialIds: readonly string[];
}

/** The public key of a device. */
export interface StoredCredential {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  /** The device's signature counter; many devices count nothing. */
  readonly counter: number;
  readonly transports: readonly string[];
}

/** Whether a challenge was issued. Can be asked only once per challenge. */
export type ChallengeConsumer = (challenge: string) => Promise<boolean>;

/** Passkeys for this service's address. */
export interface Passkeys {
  askForNew(holder: PasskeyHolder): Promise<PasskeyOptions>;
  askForSignature(): Promise<PasskeyOptions>;
  /** @returns null for an answer that is forged, or not to one of our challenges */
  checkNew(
    answer: NewCredential,
    useChallenge: ChallengeConsumer,
  ): Promise<StoredCredential | null>;
  /** @returns the device's signature counter; null as above */
  checkSignature(
    answer: SignedCredential,
    stored: StoredCredential,
    useChallenge: ChallengeConsumer,
  ): Promise<number | null>;
}
