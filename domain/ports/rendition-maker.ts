import type { Readable } from 'node:stream';
import type { ClipPlan, ImagePlan } from '../catalogue/renditions.js';

/** A finished picture, with the planned size in pixels. */
export interface MadePicture {
  readonly bytes: Buffer;
  readonly contentType: 'image/jpeg' | 'image/webp';
}

/** A clip that is too large for memory, so its bytes are read in ranges. */
export interface ClipSource {
  /** Size in bytes. */
  readonly size: number;
  readonly durationMs: number | null;
  /** Reads bytes `start..end` inclusive. */
  read(range: { readonly start: number; readonly end: number }): Promise<Readable>;
}

/** A finished clip. */
export interface RenderedClip {
  /** Path of a file that exists until the call ends. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
}

/** Thrown if a retry with the same source and plan would fail the same way. */
export class RenditionImpossible extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RenditionImpossible';
  }
}

/** Creates the files for platforms. Every call rejects with the signal's reason when aborted. */
export interface RenditionMaker {
  /** Whether `encodeClip` can be used, which requires ffmpeg. */
  readonly canEncode: boolean;
  /**
   * Creates a picture as planned.
   * @throws {RenditionImpossible}
   */
  makePicture(source: Buffer, plan: ImagePlan, signal: AbortSignal): Promise<MadePicture>;
  /**
   * Checks whether a clip has its index at the start, so that players can start before the whole
   * clip has loaded.
   */
  hasIndexInFront(source: ClipSource, signal: AbortSignal): Promise<boolean>;
  /**
   * Moves a clip's index to its start, without encoding.
   * @throws {RenditionImpossible}
   */
  moveIndex<T>(
    source: ClipSource,
    use: (path: string) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  /**
   * Encodes a clip as planned.
   * @throws {RenditionImpossible}
   */
  encodeClip<T>(
    source: ClipSource,
    plan: ClipPlan,
    use: (made: RenderedClip) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
}
