/**
 * How long a session lives after its last use, in seconds. Operator sessions are shorter, because
 * an operator may do more and can easily sign in again with a command.
 */
export const SESSION_SECONDS = { person: 30 * 86_400, operator: 86_400 } as const;

/** Returns how long a person's session lasts after it is opened or renewed. */
export const getSessionSeconds = ({ operator }: { readonly operator: boolean }): number =>
  SESSION_SECONDS[operator ? 'operator' : 'person'];
