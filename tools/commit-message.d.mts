/** What is wrong with a commit message, one sentence for each problem. */
export function findMessageProblems(message: string): string[];
