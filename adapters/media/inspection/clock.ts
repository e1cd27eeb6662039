/** A countdown that can be paused; pauses nest. */
export interface CountdownTimer {
  /** Restarts the countdown with this many milliseconds. */
  allow(ms: number): void;
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Creates a countdown that can pause while another party works; calls `onExpiry` once. */
export function createClock(onExpiry: () => void): CountdownTimer {
  let left = 0;
  let since = 0;
  let pauses = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const run = () => {
    if (pauses > 0 || stopped) return;
    since = performance.now();
    timer = setTimeout(onExpiry, left);
  };
  return {
    allow(ms) {
      clearTimeout(timer);
      left = ms;
      run();
    },
    pause() {
      pauses += 1;
      if (pauses > 1) return;
      clearTimeout(timer);
      left -= performance.now() - since;
    },
    resume() {
      pauses -= 1;
      run();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
