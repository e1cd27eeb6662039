import { makeLeaf, makeRoot } from '../../../adapters/media/credentials/certificates.js';
import {
  createCredentialReader,
  createCredentialSigner,
} from '../../../adapters/media/credentials/signer.js';
import type {
  CertifiedKey,
  CredentialFile,
  CredentialReader,
  CredentialSigner,
  Ingredient,
  ManifestDefinition,
  SigningIdentity,
} from '../../../domain/ports/content-credentials.js';
import { GENERATION_ASSERTION } from '../../../domain/ports/content-credentials.js';
import { SAMPLES } from '../inspection/samples.js';

export const TRAINED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

/** Types of the files that can carry Content Credentials. */
export const TYPES = ['image/webp', 'image/png', 'image/jpeg', 'video/mp4'] as const;

export const unsigned = async (contentType: (typeof TYPES)[number]): Promise<CredentialFile> => ({
  bytes: await SAMPLES[contentType](),
  contentType,
});

/** Manifest of a model's file. */
export const CREATED: ManifestDefinition = {
  generator: { name: 'media-generation-platform', version: '0.1.0' },
  actions: [
    {
      action: 'c2pa.created',
      digitalSourceType: TRAINED,
      softwareAgent: { name: 'model-1' },
      when: '2026-11-25T12:00:00Z',
    },
  ],
  assertions: { [GENERATION_ASSERTION]: { id: 'img_1', model: 'model-1' } },
};

/** Manifest of a file converted from its parent. */
export const CONVERTED: ManifestDefinition = {
  ...CREATED,
  actions: [
    { action: 'c2pa.opened', ingredientIds: ['parent'] },
    { action: 'c2pa.transcoded', ingredientIds: ['parent'] },
  ],
};

export const asParent = (file: CredentialFile): Ingredient => ({
  ...file,
  id: 'parent',
  relationship: 'parentOf',
});

/** Makes a key with its certificates, and a signer and a reader for the tests of a block. */
export function useCredentials(organization = 'Tests') {
  let made: {
    root: CertifiedKey;
    identity: SigningIdentity;
    signer: CredentialSigner;
    reader: CredentialReader;
  } | null = null;
  const get = () => {
    if (!made) throw new Error('made by the before hook');
    return made;
  };
  before(async () => {
    const root = await makeRoot(organization);
    const leaf = await makeLeaf(root, organization);
    const identity = {
      privateKey: leaf.privateKey,
      certificates: [leaf.certificate, root.certificate],
    };
    const signer = createCredentialSigner();
    made = { root, identity, signer, reader: createCredentialReader() };
  });
  after(() => Promise.all([get().signer.close(), get().reader.close()]));

  return {
    get,
    use: (identity: SigningIdentity) => Object.assign(get(), { identity }),
    sign: async (
      file: CredentialFile,
      manifest = CREATED,
      ingredients: readonly Ingredient[] = [],
    ): Promise<CredentialFile> => {
      const { signer, identity } = get();
      const { bytes } = await signer.sign(identity, file, manifest, ingredients);
      return { bytes, contentType: file.contentType };
    },
    read: async ({ bytes }: Pick<CredentialFile, 'bytes'>, roots = [get().root.certificate]) =>
      (await get().reader.examine(bytes, roots)).credentials,
  };
}
