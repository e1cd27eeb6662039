import { refuseInvalid } from '../domain/contract/refusal.js';

type Query = Record<string, Value | Record<string, Value>>;

/** Maximum parameters of a request, including repeated ones. Endpoints have only a few. */
const PARAMETERS_MAX = 100;

/** A parameter with a name in brackets, such as `metadata[order]`. */
const MEMBER = /^(\w+)\[(.*)\]$/s;

/**
 * Parses a query string; a repeated parameter becomes a list, and parameters such as
 * `metadata[order]` become members of an object. Koa's own `query` searches all
 * parameters again for each one, which takes seconds for thousands.
 * @throws {Refusal} VALIDATION_ERROR for more parameters than any request needs
 */
export function readQuery(text: string): Query {
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
  return nestMembers(values);
}

type Value = string | string[];

function nestMembers(values: readonly (readonly [string, Value])[]): Query {
  const single = values.filter(([name]) => !MEMBER.test(name));
  const members = values.flatMap(([name, value]) => {
    const [, object = '', member = ''] = MEMBER.exec(name) ?? [];
    return object === '' ? [] : [{ object, pair: [member, value] as const }];
  });
  const nested = [...Map.groupBy(members, ({ object }) => object)].map(
    ([object, list]) => [object, Object.fromEntries(list.map(({ pair }) => pair))] as const,
  );
  // `fromEntries` treats `__proto__` like any other parameter.
  return Object.fromEntries<Value | Record<string, Value>>([...single, ...nested]);
}
