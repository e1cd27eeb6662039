/** Browsers allow passkeys over TLS, and on this machine. */
export function canUsePasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || hostname === 'localhost';
}
