import type { HostResolver } from '../../../adapters/egress/resolve.js';

const failing = (code: string): never => {
  throw new AggregateError([Object.assign(new Error(code), { code })]);
};

const NAMES: Readonly<Record<string, () => readonly string[]>> = {
  'inner.egress.test': () => ['10.0.0.1'],
  'mixed.egress.test': () => ['93.184.215.14', '169.254.169.254'],
  'unknown.egress.test': () => failing('ENOTFOUND'),
  'silent.egress.test': () => failing('ETIMEOUT'),
};

/** Resolves the names that an import refuses. Any other name resolves to the site of the suite. */
export const resolver: HostResolver = async (hostname) => NAMES[hostname]?.() ?? ['127.0.0.1'];
