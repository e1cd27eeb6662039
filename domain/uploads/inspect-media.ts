import { refuseInvalid } from '../contract/refusal.js';
import { acceptInline } from './accept-file.js';
import type { Caller } from '../accounts/caller.js';
import { inspectUpload, type KnownUpload } from './find-upload.js';
import { importUsage } from './import-media.js';
import { resolveEach, type ResolvedFile } from './resolve-each.js';
import type { ParsedField } from './parse-fields.js';
import { NOTHING_KNOWN, findServiceFile, type ServiceFileDeps } from './service-file.js';
import { expectAllowance, type Usage } from './upload-allowance.js';

export interface InspectMediaDeps extends ServiceFileDeps {
  readonly fetchFile: {
    /**
     * Returns the reason why a URL is refused before a request is sent; null if it is not refused.
     */
    checkUrl(url: string): Promise<string | null>;
  };
}

/** The metadata of an https URL's file: empty, because no request is sent. */
const NOT_SEEN: ResolvedFile = { ...NOTHING_KNOWN, kind: null, contentType: '' };

/**
 * Checks a request's media fields like `resolveMedia`, but without side effects: nothing is
 * fetched, stored, counted or made ready.
 * @returns files in the order of the fields
 * @throws {Refusal} the refusals of `resolveMedia` that are known before an https URL is fetched
 */
export function inspectMedia(
  deps: InspectMediaDeps,
  caller: Caller,
  fields: readonly ParsedField[],
): Promise<{ field: ParsedField; file: ResolvedFile }[]> {
  let files = 0;
  let bytes = 0;
  // All fields share the allowance, so the usage of earlier fields is added up.
  const take = async (usage: Usage) => {
    files += usage.files;
    bytes += usage.bytes;
    await expectAllowance(deps.db.manager, caller, { files, bytes });
  };
  // A pending file that several fields refer to is inspected once, because it would count once.
  const uploads = new Map<string, KnownUpload>();
  return resolveEach<ResolvedFile>(fields, {
    async upload(id) {
      const known =
        uploads.get(id) ??
        (await inspectUpload(deps, caller.accountId, id, (size) =>
          take({ files: 0, bytes: size }),
        ));
      uploads.set(id, known);
      return known;
    },
    service: (key, field) => findServiceFile(deps, caller.accountId, key, field),
    async import(field, from) {
      await take(importUsage(from));
      if ('bytes' in from) return acceptInline(deps.fileCheck, caller.accountId, field, from);
      const refused = await deps.fetchFile.checkUrl(from.url);
      if (refused !== null) throw refuseInvalid([{ path: field.path, message: refused }]);
      return NOT_SEEN;
    },
  });
}
