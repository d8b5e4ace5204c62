declare global {
  /** Where the component library's scroll lock looks for the nonce. */
  var __webpack_nonce__: string;
}

/** The one nonce under which this page may add styles; the host wrote it into index.html. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
globalThis.__webpack_nonce__ = styleNonce;
