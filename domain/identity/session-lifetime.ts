/**
 * How long a session lives after it was last used, in seconds. An operator may do more, and signs in
 * with a command that is at hand.
 */
export const SESSION_SECONDS = { person: 30 * 86_400, operator: 86_400 } as const;

/** For how long the session of somebody is opened, and renewed. */
export const secondsOf = ({ operator }: { readonly operator: boolean }): number =>
  SESSION_SECONDS[operator ? 'operator' : 'person'];
