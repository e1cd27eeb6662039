/**
 * Nonce for styles that libraries inject, because the content security policy blocks all other
 * styles.
 */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// The modal library reads the nonce from this global name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
