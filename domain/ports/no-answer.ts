/** A server did not answer: whether it handled the request is unknown. */
export class NoAnswer extends Error {}
