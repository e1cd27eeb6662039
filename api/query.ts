import { refuseInvalid } from '../domain/contract/refusal.js';

/** Parameters of one request, repeated ones included; no endpoint takes more than a few. */
const PARAMETERS_MAX = 100;

/**
 * The parameters of a query string; one that is given several times is a list. Koa's own `query`
 * looks through all parameters again for each of them, which takes seconds for thousands.
 * @throws {Refusal} VALIDATION_ERROR for more than any request needs
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
  // `fromEntries` makes `__proto__` a parameter like any other.
  return Object.fromEntries(values);
}
