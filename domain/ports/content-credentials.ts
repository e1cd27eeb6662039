/** A private key with its certificate, both in PEM. */
export interface CertifiedKey {
  readonly privateKey: string;
  readonly certificate: string;
}

/** A private key with its certificates, leaf first, all in PEM. */
export interface SigningIdentity {
  readonly privateKey: string;
  readonly certificates: readonly string[];
}

/** The operator's settings for signing. */
export interface ProvenanceSettings {
  /** `on` makes a key if there is none; `required` means that the operator must provide one. */
  readonly mode: 'required' | 'on' | 'off';
  /** The key from the environment; null to use the newest one in the database. */
  readonly identity: SigningIdentity | null;
  /** Organisation in certificates that this service makes. */
  readonly organization: string;
  readonly generator: { readonly name: string; readonly version: string };
}

/** Makes keys and certificates for services without a certificate from an authority. */
export interface CertificateMaker {
  /** Makes a root. Operators give its certificate to people who check their files. */
  makeRoot(organization: string): Promise<CertifiedKey>;
  /** Makes a key for signing files, certified by a root. */
  makeLeaf(root: CertifiedKey, organization: string): Promise<CertifiedKey>;
}

/** Thrown if files cannot be signed with the configured key. The message is for operators. */
export class SigningKeyUnusable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SigningKeyUnusable';
  }
}

/** A file that can carry Content Credentials (C2PA): WebP, PNG, JPEG or MP4. */
export interface CredentialFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** A file used to make another file. */
export interface Ingredient extends CredentialFile {
  /** Name of the file in the manifest's actions; it is not stored. */
  readonly id: string;
  /** `parentOf` for the file that was changed, at most one; `inputTo` for all others. */
  readonly relationship: 'parentOf' | 'inputTo';
}

/** One step in the making of a file, as in "Actions" of the C2PA specification 2.2. */
export interface CredentialAction {
  readonly action:
    | 'c2pa.created'
    | 'c2pa.opened'
    | 'c2pa.edited'
    | 'c2pa.edited.metadata'
    | 'c2pa.repackaged'
    | 'c2pa.transcoded'
    | 'c2pa.watermarked.unbound';
  readonly digitalSourceType?: string;
  readonly softwareAgent?: { readonly name: string };
  readonly when?: string;
  /** Ids of the ingredients that the step used. */
  readonly ingredientIds?: readonly string[];
}

/** Signed statements of a manifest, in addition to the hash of the file. */
export interface ManifestDefinition {
  readonly generator: { readonly name: string; readonly version: string };
  readonly actions: readonly CredentialAction[];
  /** Statements of this service, by label. */
  readonly assertions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface SignedFile {
  readonly bytes: Uint8Array;
  /** The manifest store within the file. Keep it for copies that lose their metadata. */
  readonly manifest: Uint8Array;
  /** Hash of the pixels and sound, which identifies a copy without metadata. */
  readonly contentHash: string | null;
}

/** Signs files. */
export interface CredentialSigner {
  /**
   * Checks a key before it is used.
   * @throws {SigningKeyUnusable} with the next step for the operator
   */
  check(identity: SigningIdentity): void;
  /**
   * Writes a signed manifest into a finished file; every later change of a byte is detected.
   * Manifests of ingredients are kept. Rejects with the signal's reason when aborted.
   * @throws {StorageUnavailable} if the file cannot be signed; unsigned files must not be delivered
   */
  sign(
    identity: SigningIdentity,
    file: CredentialFile,
    manifest: ManifestDefinition,
    ingredients: readonly Ingredient[],
    signal?: AbortSignal,
  ): Promise<SignedFile>;
  /** Stops the thread. */
  close(): Promise<void>;
}

/** A manifest of a file, or of one of its ingredients. */
export interface CredentialManifest {
  readonly label: string;
  /** Organisation and name in the signer's certificate. Anyone can put them into a certificate. */
  readonly issuer: string | null;
  readonly commonName: string | null;
  /** True if the certificate was issued under one of the given roots. */
  readonly trusted: boolean;
  readonly generator: string | null;
  readonly actions: readonly {
    readonly action: string;
    readonly digitalSourceType: string | null;
    readonly softwareAgent: string | null;
    readonly when: string | null;
  }[];
  readonly ingredients: readonly {
    readonly relationship: string;
    /** Label of the ingredient's manifest in the same chain; null without a manifest. */
    readonly manifest: string | null;
  }[];
  /** This service's statement; null for manifests without it. Believe it only if `trusted`. */
  readonly generation: Readonly<Record<string, string>> | null;
  /** Codes of failed checks, such as `assertion.dataHash.mismatch`. */
  readonly problems: readonly string[];
}

/** The result of reading a file's Content Credentials. */
export interface CredentialReport {
  /** `invalid` if the file was changed after signing, or its manifest cannot be read. */
  readonly state: 'none' | 'valid' | 'invalid';
  /** The file's manifest first, then the manifests of its ingredients. Empty for `none`. */
  readonly chain: readonly CredentialManifest[];
}

/** The fields of a file's XMP packet that state its origin. Anyone can write or remove them. */
export interface XmpStatement {
  readonly creatorTool: string | null;
  readonly identifier: string | null;
  readonly digitalSourceType: string | null;
}

/** All statements of a file about its origin. */
export interface FileExamination {
  /** The detected type; null if files of this type carry no credentials that we read. */
  readonly contentType: string | null;
  /** Hash of the pixels and sound, which is the same without the metadata; null if unknown. */
  readonly contentHash: string | null;
  readonly credentials: CredentialReport;
  /** Null if the file has no XMP packet with one of these fields. */
  readonly xmp: XmpStatement | null;
}

/** Reads Content Credentials, also from hostile files, without the network. */
export interface CredentialReader {
  /**
   * Detects the type of a file, and reads its credentials and its XMP packet.
   * @param roots certificates in PEM whose signers are `trusted`
   * @throws {MediaRefused} if the file takes too much time or memory
   */
  examine(bytes: Uint8Array, roots: readonly string[]): Promise<FileExamination>;
  /**
   * Reads a manifest store without its file, whose hash is therefore not checked.
   * @throws {MediaRefused} like `examine`
   */
  readManifest(
    manifest: Uint8Array,
    roots: readonly string[],
  ): Promise<readonly CredentialManifest[]>;
  /** Stops the thread. */
  close(): Promise<void>;
}

/** Type of a manifest store's box, which is the same in all formats. */
const MARK = 'jumdc2pa';

/** Returns whether a file may have a manifest. All other files need not be sent to the thread. */
export const mayHaveManifest = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(MARK);

/** Label of this service's assertion, which contains the generation's id. */
export const GENERATION_ASSERTION = 'org.media-generation-platform.generation';
