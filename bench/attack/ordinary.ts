/** A valid request. The renderer refuses it at once: what is measured is accepting, not drawing. */
export const ORDINARY = JSON.stringify({ prompt: 'a red fox simulate:content_blocked' });
