/**
 * What a path parameter names, in words: `generation` for `{id}` in `/v1/generations/{id}`; its own name where
 * no collection stands before it.
 */
export function kindOf(path: string, parameter: string): string {
  const collection = path.split('/').find((_, at, parts) => parts[at + 1] === `{${parameter}}`);
  if (collection?.startsWith('{')) return parameter;
  const one = collection?.replace(/ies$/, 'y').replace(/(?<=x)es$|s$/, '');
  return one?.replaceAll('-', ' ') ?? 'object';
}
