import {
  AnswerDeviceLoginSchema,
  ClaimDeviceLoginSchema,
  DeviceLoginAnsweredSchema,
  DeviceLoginClaimSchema,
  DeviceLoginParams,
  DeviceLoginSchema,
  DeviceLoginStartedSchema,
  StartDeviceLoginSchema,
} from '../../domain/contract/device-login.js';
import { defineContract, type Contract } from '../contract.js';
import { dashboard } from './sessions.js';

const strangers = {
  tag: 'Account',
  entryPoint: 'public',
  scope: 'read',
  idempotency: 'none',
  method: 'POST',
  errors: [],
} as const satisfies Partial<Contract>;

export const startDeviceLogin = defineContract({
  ...strangers,
  id: 'startDeviceLogin',
  path: '/v1/device-logins',
  status: 201,
  summary: 'Start a login that a person allows in the dashboard',
  description:
    'For programs without an API key, such as a command line (after RFC 8628). Show the person `user_code` and `verification_url_complete`, then claim the key.',
  body: StartDeviceLoginSchema,
  response: DeviceLoginStartedSchema,
  example: { client_name: 'laptop' },
});

export const claimDeviceLogin = defineContract({
  ...strangers,
  id: 'claimDeviceLogin',
  path: '/v1/device-logins/claim',
  status: 200,
  summary: 'Claim the API key of a login',
  description:
    'Repeat it every `interval` seconds while the status is `pending`; faster claims get 429. If the response with the key is lost, claim again within 60 seconds to get the same key.',
  body: ClaimDeviceLoginSchema,
  response: DeviceLoginClaimSchema,
  example: { device_code: 'Zx3pQ0b1kq0Gm8m9Tn4bS6cWv2aYd7eRf5gUh1iLj-k' },
});

const people = { ...dashboard, right: 'keys', path: '/app/api/device-logins/{code}' } as const;

export const getDeviceLogin = defineContract({
  ...people,
  id: 'getDeviceLogin',
  method: 'GET',
  summary: "Get a program's login by its code",
  idempotency: 'none',
  params: DeviceLoginParams,
  response: DeviceLoginSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const answerDeviceLogin = defineContract({
  ...people,
  id: 'answerDeviceLogin',
  method: 'POST',
  summary: "Allow or deny a program's login",
  description: 'Allowing it creates an API key, which the program claims.',
  idempotency: 'required',
  params: DeviceLoginParams,
  body: AnswerDeviceLoginSchema,
  response: DeviceLoginAnsweredSchema,
  errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED'],
  example: { allow: true, scopes: ['read', 'generate'], monthly_credit_cap: 200 },
});
