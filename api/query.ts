import { refuseInvalid } from '../domain/contract/refusal.js';

/** Maximum parameters of a request, including repeated ones. Endpoints have only a few. */
const PARAMETERS_MAX = 100;

/**
 * Parses a query string; a repeated parameter becomes a list. Koa's own `query` searches all
 * parameters again for each one, which takes seconds for thousands.
 * @throws {Refusal} VALIDATION_ERROR for more parameters than any request needs
 */
export function readQuery(text: string): Record<string, string | string[]> {
  if (text === '') return {};
  const given = [...new URLSearchParams(text)];
  if (given.length > PARAMETERS_MAX) {
    const message = `must not have more than ${PARAMETERS_MAX} parameters, not ${given.length}`;
    throw refuseInvalid([{ path: 'query', message }]);
  }
  const byName = Map.groupBy(given, ([name]) => name);
  const values = [...byName].map(([name, pairs]) => {
    const [first = '', ...more] = pairs.map(([, value]) => value);
    return [name, more.length === 0 ? first : [first, ...more]] as const;
  });
  // `fromEntries` treats `__proto__` like any other parameter.
  return Object.fromEntries(values);
}
