/** Styles that libraries write into the page need it: the page's policy lets no other in. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// The library behind modal windows looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
