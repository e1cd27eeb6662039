/** The worker's input: one clip, with its files as plain data. */
export interface ClipTask {
  readonly prompt: string;
  readonly seed: number;
  /** Width and height are even numbers of pixels. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly audio: boolean;
  readonly firstFrame: Uint8Array;
  readonly references: readonly Uint8Array[];
  readonly narration: Uint8Array | null;
  readonly motion: {
    readonly clip: Uint8Array;
    readonly orientation: 'video' | 'image';
  } | null;
}

export type WorkerReply =
  | { readonly type: 'progress'; readonly fractionDone: number }
  | { readonly type: 'done'; readonly mp4: Uint8Array }
  /** One of the caller's files cannot be read; `detail` is for the log. */
  | { readonly type: 'unreadable'; readonly message: string; readonly detail: string };
