/** Lists the problems of a commit message, one sentence per problem. */
export function findMessageProblems(message: string): string[];
