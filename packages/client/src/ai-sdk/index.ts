export { createMediaPlatform, type MediaPlatformProvider } from './provider.js';
export type { MediaPlatformSettings } from './settings.js';
export type { MediaPlatformImageOptions, MediaPlatformVideoOptions } from './options.js';
