/** Nonce for styles that libraries inject: the content security policy blocks all others. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// The modal library reads the nonce from this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
