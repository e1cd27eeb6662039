/** What every sealed text begins with; no JSON does. */
export const SEALED = 'sealed.';

/** Keeps secrets unreadable at rest. */
export interface Vault {
  /** What every text begins with that is sealed under the key in use. */
  readonly current: string;
  /**
   * Encrypts a text.
   * @param owner what the secret belongs to, such as an id: only under it can it be opened again
   */
  seal(text: string, owner: string): string;
  /** @throws {Error} when the text was sealed under another key or owner, or was changed */
  open(sealed: string, owner: string): string;
}
