import type { PlatformFake } from './fake.js';
import { createInstagramFake } from './instagram/fake.js';
import { createThreadsFake } from './threads/fake.js';
import { createTikTokFake } from './tiktok/fake.js';
import type { TikTokFakeOptions } from './tiktok/options.js';
import { createTwitterFake } from './twitter/fake.js';
import { createYouTubeFake } from './youtube/fake.js';

/** Creates the stand-ins for all five platforms. */
export const createStandIns = (options: TikTokFakeOptions): PlatformFake[] => [
  createInstagramFake(options),
  createTikTokFake(options),
  createYouTubeFake(options),
  createThreadsFake(options),
  createTwitterFake(options),
];
