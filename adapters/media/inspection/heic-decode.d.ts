/** Types of heic-decode 2.1, whose published types lack sizes and `dispose`. */
declare module 'heic-decode' {
  /** Upright pixels, four bytes each. */
  export interface HeicPixels {
    readonly width: number;
    readonly height: number;
    readonly data: Uint8ClampedArray;
  }

  interface HeicImage {
    readonly width: number;
    readonly height: number;
    decode(): Promise<HeicPixels>;
  }

  /** A file's images; call `dispose` to free their memory. */
  export type HeicImages = readonly HeicImage[] & { dispose(): void };

  const heicDecode: { all(options: { buffer: Uint8Array }): Promise<HeicImages> };
  export default heicDecode;
}
