import type { Static } from 'typebox';
import type { Endpoints as All } from '../../../api/endpoint-types.js';
import type { ErrorCode as Code } from '../../../domain/contract/error-codes.js';
import type { ErrorSchema } from '../../../domain/contract/error-schema.js';

/**
 * The types of the API, inferred from its contracts. In the published package, `build.mjs` replaces
 * this module with equal types from openapi.json, in which every schema has a name.
 */
export type Endpoints = {
  readonly [Name in keyof All as Extract<Name, `${string} /v1/${string}`>]: All[Name];
};

export type ErrorCode = Code;
export type ErrorDetails = NonNullable<Static<typeof ErrorSchema>['error']['details']>;
export type CreateImage = Endpoints['POST /v1/images']['body'];
export type CreateVideo = Endpoints['POST /v1/videos']['body'];
export type CreateSpeech = Endpoints['POST /v1/speech']['body'];
export type Generation = Endpoints['GET /v1/generations/{id}']['response'];
export type GenerationStep =
  Endpoints['GET /v1/generations/{id}/steps']['response']['data'][number];
export type Speech = Endpoints['GET /v1/speech/{id}']['response'];
export type Upload = Endpoints['GET /v1/uploads/{id}']['response'];
export type WebhookEvent = Endpoints['GET /v1/events']['response']['data'][number];
