import { arch, platform } from 'node:process';

/**
 * @typedef {'temporal' | 'versitygw' | 'temporal-test-server'} ToolName
 * @typedef {object} Pin
 * @property {string} version the only version with which this checkout is tested
 * @property {string} override environment variable with the path of a binary to use unchanged
 * @property {RegExp | null} versionLine `--version` output of a suitable binary on PATH; null if
 * the tool does not report its version, so that PATH is never trusted
 * @property {Release | null} release official archive, or null if it has no published checksum
 * @property {string | null} goPackage package compiled from tools/go.mod
 * @property {string} [ldflags] linker flags that make the binary report its version
 * @property {string} elsewhere the third option if the tool cannot be provided
 * @typedef {object} Release
 * @property {string} base
 * @property {string} archive
 * @property {string | null} sha256 the archive's SHA-256; if null, only the release's own checksum
 * is checked
 */

/**
 * SHA-256 of release archives: an attacker who replaces a release cannot replace these lines. The
 * archives of versitygw are missing, because no second source confirms their checksums. Go builds
 * are pinned by tools/go.sum, Maven downloads by tools/test-server.sha256.
 */
const SHA256 = {
  'temporal_cli_1.8.2_darwin_amd64.tar.gz':
    '489d7f5420cae02b559774ac23df035141954c33a51dba96f5759a0ddccdf1b6',
  'temporal_cli_1.8.2_darwin_arm64.tar.gz':
    'dacdc3587682c04cf27e67c8878ca2d755230b6ad63c0c6ebddd7348ae90ed94',
  'temporal_cli_1.8.2_linux_amd64.tar.gz':
    'd8421bda989e6514b4bdb4d63a9012a8a05a806892e881a5aad8510496349a94',
  'temporal_cli_1.8.2_linux_arm64.tar.gz':
    '83600a8fac6e3da54093e5da6918d399f501532b9f1172235603f9606f4ac6e4',
};

const GO_ARCH = { x64: 'amd64', arm64: 'arm64' }[arch];
const UNAME_ARCH = { x64: 'x86_64', arm64: 'arm64' }[arch];
const UNAME_OS = { linux: 'Linux', darwin: 'Darwin' }[platform];

/**
 * Describes an official archive whose folder also contains `checksums.txt`.
 * @returns {Release | null} null if the project publishes no release for this machine
 */
function release(repository, version, archive) {
  if (!GO_ARCH || !UNAME_OS) return null;
  const base = `https://github.com/${repository}/releases/download/v${version}`;
  return { base, archive, sha256: SHA256[archive] ?? null };
}

/** @type {Record<ToolName, Pin>} */
export const PINS = {
  temporal: {
    version: '1.8.2',
    override: 'TEMPORAL_BIN',
    versionLine: /^temporal version 1\.8\.2\b/,
    release: release('temporalio/cli', '1.8.2', `temporal_cli_1.8.2_${platform}_${GO_ARCH}.tar.gz`),
    goPackage: 'github.com/temporalio/cli/cmd/temporal',
    ldflags: '-X github.com/temporalio/cli/internal/temporalcli.Version=1.8.2',
    elsewhere: 'set TEMPORAL_ADDRESS to a running Temporal server',
  },
  versitygw: {
    version: '1.7.0',
    override: 'VERSITYGW_BIN',
    versionLine: null,
    release: release(
      'versity/versitygw',
      '1.7.0',
      `versitygw_v1.7.0_${UNAME_OS}_${UNAME_ARCH}.tar.gz`,
    ),
    goPackage: 'github.com/versity/versitygw/cmd/versitygw',
    ldflags: '-X main.Version=1.7.0',
    elsewhere: 'set S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY to a running S3 server',
  },
  'temporal-test-server': {
    version: '1.38.0',
    override: 'TEMPORAL_TEST_SERVER_BIN',
    versionLine: null,
    // The native image has no published checksum, so only the jars from Maven Central are used.
    release: null,
    goPackage: null,
    elsewhere: 'skip the tests that need it (only `npm test` runs them)',
  },
};
