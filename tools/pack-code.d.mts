/** Names of the packages that `npm start` bundles with its code. */
export const PACKED: ReadonlySet<string>;
/** Bundles scripts of compiled code in place, with some of the packages that they use. */
export function packCode(
  folder: string,
  scripts?: readonly string[],
  packed?: ReadonlySet<string>,
): Promise<void>;
