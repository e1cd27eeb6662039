import type { NewCredential, SignedCredential } from '../contract/passkey.js';

/** What a browser is asked to do, with the text that its device has to sign. */
export interface PasskeyOptions {
  readonly challenge: string;
}

/** Whose passkey is made. */
export interface PasskeyHolder {
  /** By which devices tell people apart: 64 bytes at most, and nothing that tells who it is. */
  readonly handle: Buffer;
  readonly name: string;
  /** Of the passkeys that they have: a device that holds one of them makes no second. */
  readonly credentialIds: readonly string[];
}

/** A public key of a device. */
export interface StoredCredential {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  /** Signatures that the device has counted; many count none. */
  readonly counter: number;
  readonly transports: readonly string[];
}

/** Whether a challenge was given out. It may be asked once only. */
export type UseChallenge = (challenge: string) => Promise<boolean>;

/** Passkeys of the address at which this service is. */
export interface Passkeys {
  askForNew(holder: PasskeyHolder): Promise<PasskeyOptions>;
  askForSignature(): Promise<PasskeyOptions>;
  /** @returns null for an answer that is not genuine, or not to a challenge of ours */
  checkNew(answer: NewCredential, useChallenge: UseChallenge): Promise<StoredCredential | null>;
  /** @returns what the device has counted; null as above */
  checkSignature(
    answer: SignedCredential,
    stored: StoredCredential,
    useChallenge: UseChallenge,
  ): Promise<number | null>;
}
