import type { Middleware } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';

interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** Refuses a wrong method on a known path: 405 with the allowed methods (RFC 9110, 15.5.6). */
export function refuseOtherMethods(table: readonly Endpoint[]): Middleware {
  const methods = new Map<string, string[]>();
  // Checks for a path parameter. A literal path such as `/v1/generations/archive` is not an id in
  // `/v1/generations/{id}`.
  const isOpen = ({ path }: Endpoint): boolean => path.includes('{');
  for (const { path, method } of table.toSorted((a, b) => Number(isOpen(a)) - Number(isOpen(b)))) {
    const pattern = `^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`;
    methods.set(pattern, [...(methods.get(pattern) ?? []), method]);
  }
  const known = [...methods].map(([pattern, allowed]) => ({
    pattern: new RegExp(pattern),
    allow: (allowed.includes('GET') ? ['HEAD', ...allowed] : allowed).toSorted().join(', '),
  }));
  return async (ctx, next) => {
    const match = known.find(({ pattern }) => pattern.test(ctx.path));
    if (!match) return next();
    throw new Refusal('METHOD_NOT_ALLOWED', {
      message: `This path does not support ${ctx.method}. Use ${match.allow}.`,
      headers: { Allow: match.allow },
    });
  };
}
