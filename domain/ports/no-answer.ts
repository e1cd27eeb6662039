/** A server did not answer: whether it has done what it was asked is unknown. */
export class NoAnswer extends Error {}
