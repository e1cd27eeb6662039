/** The dashboard's logo (`web/public/favicon.svg`), which the docs show without a built dashboard. */
export const LOGO =
  '<svg width="28" height="28" aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#4c5fd5"/><path d="M8 22.5 13.2 14a1.2 1.2 0 0 1 2 0l3 4.8 1.7-2.5a1.2 1.2 0 0 1 2 0l4 6.2z" fill="#fff"/><circle cx="21.5" cy="10.5" r="2.5" fill="#ffd166"/></svg>';

/** The logo as a file. */
export const LOGO_FILE = LOGO.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
