import type { Caller } from '../../domain/accounts/caller.js';
import { Refusal } from '../../domain/contract/refusal.js';
import {
  answerDeviceLogin as answer,
  describeDeviceLogin,
} from '../../domain/identity/answer-device-login.js';
import type { UserCodeLimits } from '../edge.js';
import { route, type Client } from '../route.js';
import * as contracts from '../routes/device-logins.js';

export const getDeviceLogin = route(contracts.getDeviceLogin, {
  async handle({ params, caller, client, edge, deps }) {
    limitCodes(edge.userCodes, caller, client);
    return describeDeviceLogin(deps.db.manager, params.code, client.network ?? '');
  },
});

export const answerDeviceLogin = route(contracts.answerDeviceLogin, {
  async handle({ params, body, caller, claim, client, edge, deps }) {
    limitCodes(edge.userCodes, caller, client);
    return answer(deps, caller, claim, { code: params.code, body });
  },
});

/**
 * Limits how many codes a person, and the people of a network, can try (RFC 8628, section 5.1).
 * @throws {Refusal} RATE_LIMITED
 */
function limitCodes(
  { byPerson, byNetwork }: UserCodeLimits,
  { accountId, memberId }: Caller,
  { network = '' }: Client,
): void {
  if (byPerson.tryConsume(`${accountId} ${memberId ?? ''}`) && byNetwork.tryConsume(network))
    return;
  throw new Refusal('RATE_LIMITED', {
    message: 'Too many codes were tried. Wait a minute, then try again.',
    headers: { 'Retry-After': '60' },
  });
}
