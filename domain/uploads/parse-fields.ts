import type { MediaKind } from '../catalogue/media-types.js';
import { refuseInvalid, type Issue } from '../contract/refusal.js';
import type { GenerationInput } from '../contract/generation-input.js';
import {
  InvalidMediaReference,
  parseMedia,
  type InlineFile,
  type MediaReference,
} from '../contract/media.js';

/** One of a request's media fields, with its path in the body. */
export interface MediaFieldValue {
  readonly path: string;
  readonly text: string;
  readonly role: GenerationInput['role'];
  readonly tag: string | null;
}

/** A field with a valid media reference. Nothing was fetched or counted yet. */
export interface ParsedField extends MediaFieldValue {
  readonly reference: MediaReference;
  /** The only kind of file that the field accepts. */
  readonly kinds: readonly [MediaKind];
}

/**
 * Files that a request carries as bytes, by the path of their field. The field's text is then only a
 * placeholder.
 */
export type AttachedFiles = ReadonlyMap<string, InlineFile>;

const NO_FILES: AttachedFiles = new Map();

/** The kind of file that each role accepts; pictures if the role is not listed. */
const KINDS: Partial<Record<GenerationInput['role'], MediaKind>> = {
  motion: 'video',
  narration: 'audio',
  voice: 'audio',
};

/**
 * Parses a request's media fields, without side effects.
 * @throws {Refusal} VALIDATION_ERROR with every field that is not a valid media reference
 */
export function parseFields(
  fields: readonly MediaFieldValue[],
  mediaBase: string,
  attached = NO_FILES,
): ParsedField[] {
  const issues: Issue[] = [];
  const parsed = fields.flatMap((field) => {
    try {
      const kinds = [KINDS[field.role] ?? 'image'] as const;
      const file = attached.get(field.path);
      const reference = file
        ? ({ kind: 'data', ...file } as const)
        : parseMedia(field.text, mediaBase);
      return [{ ...field, kinds, reference }];
    } catch (error) {
      if (!(error instanceof InvalidMediaReference)) throw error;
      issues.push({ path: field.path, message: error.message });
      return [];
    }
  });
  if (issues.length > 0) throw refuseInvalid(issues);
  return parsed;
}
