/**
 * What a path parameter names: `generation` for `{id}` in `/v1/generations/{id}`; its own name where
 * no collection stands before it.
 */
export function kindOf(path: string, parameter: string): string {
  const collection = path.split('/').find((_, at, parts) => parts[at + 1] === `{${parameter}}`);
  if (collection?.startsWith('{')) return parameter;
  return collection?.replace(/ies$/, 'y').replace(/s$/, '') ?? 'object';
}
