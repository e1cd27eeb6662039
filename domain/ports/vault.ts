/** Prefix of every sealed text; JSON never begins with it. */
export const SEALED = 'sealed.';

/** Encrypts secrets at rest. */
export interface Vault {
  /** Prefix of texts sealed under the current key. */
  readonly current: string;
  /**
   * Encrypts a text.
   * @param owner the secret's owner, such as an id; opening requires the same owner
   */
  seal(text: string, owner: string): string;
  /**
   * Decrypts a text.
   * @throws {Error} if the text was sealed under another key or for another owner, or was changed
   */
  open(sealed: string, owner: string): string;
}
