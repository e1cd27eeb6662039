import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Upload } from '../endpoints.js';
import { UsageError, type Command, type Context } from './command.js';

/** Uploads a local file, with its progress. */
export async function uploadFile(
  { terminal, signal, connect }: Pick<Context, 'terminal' | 'signal' | 'connect'>,
  path: string,
): Promise<Upload> {
  const name = basename(path);
  const upload = await connect().uploads.create(path, {
    signal,
    onProgress: ({ sent, total }) =>
      terminal.showProgress(
        `Uploading ${name}  ${Math.floor((100 * sent) / Math.max(1, total))} %`,
      ),
  });
  terminal.note(`Uploaded ${name} as ${upload.id}`);
  return upload;
}

export const uploadCommand: Command = {
  name: 'upload',
  usage: '<file>',
  words: { min: 1, max: 1 },
  choices: 'files',
  help: 'Uploads a file, for the media options of later commands.',
  options: [],
  examples: ['media upload photo.jpg', 'media upload photo.jpg --json | jq -r .id'],
  async run(context) {
    const [path = ''] = context.words;
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) throw new UsageError(`There is no file ${path}.`);
    const upload = await uploadFile(context, path);
    if (context.isJson) context.terminal.printJson(upload);
    else context.terminal.print(upload.id);
    return 0;
  },
};
