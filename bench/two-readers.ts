import { join } from 'node:path';
import { makeLeaf, makeRoot } from '../adapters/media/credentials/certificates.js';
import {
  createCredentialReader,
  createCredentialSigner,
} from '../adapters/media/credentials/signer.js';
import { GENERATION_ASSERTION, type CredentialFile } from '../domain/ports/content-credentials.js';
import { describeActions } from '../domain/provenance/describe-actions.js';
import { runTool } from '../test/contract/tool.js';
import { provideC2paReader } from '../tools/c2pa-reader.mjs';

const SCRIPT = join(import.meta.dirname, '../test/media/credentials/second_reader.py');
const time = new Date().toISOString();
const making = {
  generationId: 'gen_bench',
  synthetic: 'trained',
  model: 'model',
  time,
  parent: null,
  isConverted: true,
  isMarked: false,
} as const;
const manifest = {
  generator: { name: 'media-generation-platform', version: '0' },
  actions: describeActions(making, []),
  assertions: { [GENERATION_ASSERTION]: { generation_id: 'gen_bench', model: 'model', time } },
};

/** Signs outputs like the storage step, and reads them with our reader and with c2pa-python. */
export async function openTwoReaders() {
  const root = await makeRoot('Bench');
  const leaf = await makeLeaf(root, 'Bench');
  const identity = { privateKey: leaf.privateKey, certificates: [leaf.certificate] };
  const [signer, reader] = [createCredentialSigner(), createCredentialReader()];
  const python = await provideC2paReader();
  return {
    sign: async (file: CredentialFile) => (await signer.sign(identity, file, manifest, [])).bytes,
    readOurs: async (bytes: Uint8Array) =>
      (await reader.examine(bytes, [root.certificate])).credentials.state,
    async readTheirs(paths: readonly string[]): Promise<readonly string[]> {
      const { code, text } = await runTool(python, [SCRIPT, ...paths], import.meta.dirname);
      if (code !== 0) throw new Error(text);
      return (JSON.parse(text) as { state: string }[]).map(({ state }) => state);
    },
    close: async () => {
      await signer.close();
      await reader.close();
    },
  };
}
