/** Lists a commit message's problems, one sentence per problem. */
export function findMessageProblems(message: string): string[];
