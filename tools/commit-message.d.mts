/** Lists the problems of a commit message, one sentence for each. */
export function findMessageProblems(message: string): string[];
