/** heic-decode 2.1 as it is; the types that are published for it leave out sizes and `dispose`. */
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

  /** The pictures of a file; their memory is given back by hand. */
  export type HeicImages = readonly HeicImage[] & { dispose(): void };

  const heicDecode: { all(options: { buffer: Uint8Array }): Promise<HeicImages> };
  export default heicDecode;
}
