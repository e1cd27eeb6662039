/** Fills each `{name}` of a body. */
export const fill = (body: unknown, params: Readonly<Record<string, string>>): unknown =>
  JSON.parse(
    JSON.stringify(body).replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'none'),
  );
