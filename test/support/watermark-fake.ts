import {
  startWatermarkFake,
  type WatermarkFake,
} from '@media-platform/stand-ins/watermark/fake.js';
import { endFake } from './end-fake.js';

/** Runs a watermark service during a describe block, with the settings that use it. */
export function watermarkFake(): {
  readonly fake: () => WatermarkFake;
  readonly options: { env(): Promise<Record<string, string>>; end(): Promise<void> };
} {
  let fake: WatermarkFake | undefined;
  const current = (): WatermarkFake => {
    if (!fake) throw new Error('the fake has not started');
    return fake;
  };
  return {
    fake: current,
    options: {
      async env() {
        fake = await startWatermarkFake();
        return { WATERMARK_URL: fake.url };
      },
      end: () => endFake(current()),
    },
  };
}
