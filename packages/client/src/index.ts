export type * from './endpoints.js';
export { MediaClient, type ClientOptions } from './client.js';
export type { CompletedGeneration, Creation, WaitOptions } from './generations.js';
export type { GenerationEvent, GenerationProgress, SubscribeOptions } from './subscribe.js';
export type { Answer, CallOptions, EndpointName, Input, Item, ListName } from './input.js';
export type { UploadOptions } from './uploads.js';
export type { UploadSource } from './upload-source.js';
export * from './errors.js';
export * as webhooks from './webhooks.js';
