/** Official archive, with its SHA-256 if the archive is pinned. */
export interface Release {
  readonly base: string;
  readonly archive: string;
  readonly sha256: string | null;
}

export const PINS: Readonly<
  Record<
    'temporal' | 'versitygw' | 'temporal-test-server',
    { readonly version: string; readonly release: Release | null }
  >
>;
