/**
 * Returns the type of object that a path parameter identifies: `generation` for `{id}` in
 * `/v1/generations/{id}`. Without a preceding collection, returns the parameter's name.
 */
export function findResourceKind(path: string, parameter: string): string {
  const collection = path.split('/').find((_, at, parts) => parts[at + 1] === `{${parameter}}`);
  if (collection?.startsWith('{')) return parameter;
  const one = collection?.replace(/ies$/, 'y').replace(/(?<=x)es$|s$/, '');
  return one?.replaceAll('-', ' ') ?? 'object';
}
