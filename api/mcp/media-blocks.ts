import type { CallToolResult } from '@modelcontextprotocol/server';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import type { WorkBody } from '../../domain/contract/work.js';
import { parseServiceKey } from '../../domain/contract/media.js';
import type { Deps } from '../../runtime/deps.js';

type Block = CallToolResult['content'][number];

/**
 * Maximum size of a preview. Previews fit into 400 pixels and usually have a third of this size.
 */
const PREVIEW_BYTES_MAX = 100_000;

const FILES = {
  image: { extension: 'webp', mimeType: 'image/webp' },
  video: { extension: 'mp4', mimeType: 'video/mp4' },
} as const;

/** Returns a finished file as a link, and its preview as an image if it has one. */
export async function buildMediaBlocks(
  work: WorkBody,
  deps: Pick<Deps, 'store' | 'mediaBase' | 'log'>,
): Promise<Block[]> {
  return work.object === 'speech' ? buildSpeechBlocks(work) : buildGenerationBlocks(work, deps);
}

const buildSpeechBlocks = ({ id, format, result }: SpeechBody): Block[] =>
  result
    ? [
        {
          type: 'resource_link',
          uri: result.url,
          name: `${id}.${format}`,
          mimeType: result.content_type,
          description: 'The finished speech',
        },
      ]
    : [];

async function buildGenerationBlocks(
  { id, type, result }: GenerationBody,
  deps: Pick<Deps, 'store' | 'mediaBase' | 'log'>,
): Promise<Block[]> {
  if (!result) return [];
  const { extension, mimeType } = FILES[type];
  const link: Block = {
    type: 'resource_link',
    uri: result.url,
    name: `${id}.${extension}`,
    mimeType,
    description: `The finished ${type}`,
  };
  const preview = result.thumbnail_url && (await readPreview(result.thumbnail_url, deps));
  if (!preview) return [link];
  return [link, { type: 'image', data: preview.toString('base64'), mimeType: 'image/webp' }];
}

/** Reads the preview; null if it is missing or too large, because the link is enough. */
async function readPreview(
  url: string,
  { store, mediaBase, log }: Pick<Deps, 'store' | 'mediaBase' | 'log'>,
): Promise<Buffer | null> {
  const key = parseServiceKey(url, mediaBase);
  if (key === null) return null;
  try {
    return await store.get(key, PREVIEW_BYTES_MAX);
  } catch (error) {
    log.debug({ err: error }, 'a preview was left out of a tool result');
    return null;
  }
}
