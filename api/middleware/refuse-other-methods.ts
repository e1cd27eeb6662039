import type { Middleware } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';

interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** Answers a known path with a wrong method: 405 and the methods that it has (RFC 9110, 15.5.6). */
export function refuseOtherMethods(table: readonly Endpoint[]): Middleware {
  const methods = new Map<string, string[]>();
  // A literal path such as `/v1/generations/archive` is no id of `/v1/generations/{id}`.
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
      message: `${ctx.method} is not offered on this path; it has ${match.allow}.`,
      headers: { Allow: match.allow },
    });
  };
}
