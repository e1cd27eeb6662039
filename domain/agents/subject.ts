/** Whoever has let an agent in. */
export interface Person {
  readonly accountId: string;
  /** Null for whoever holds the account itself. */
  readonly memberId: string | null;
}

/** A person as one text, under which the library knows them. Agents never see it. */
export const subjectOf = ({ accountId, memberId }: Person): string =>
  memberId === null ? accountId : `${accountId}/${memberId}`;

export function readSubject(subject: string): Person {
  const [accountId = '', memberId = null] = subject.split('/');
  return { accountId, memberId };
}
