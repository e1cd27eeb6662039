const NUMBER = new Intl.NumberFormat('en');

export const formatNumber = (value: number): string => NUMBER.format(value);

/** Formats `1 photo`, `3 photos`, for words with a plural in s. */
export const formatCount = (value: number, word: string): string =>
  `${NUMBER.format(value)} ${word}${value === 1 ? '' : 's'}`;

/** Formats `1 credit`, `1,200 credits`. */
export const formatCredits = (value: number): string => formatCount(value, 'credit');

/** Removes everything but the digits from typed text. */
export const keepDigits = (text: string): string => text.replaceAll(/\D/g, '');

const BYTES = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Formats `640 B`, `12.4 kB`, `3.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${BYTES.format(bytes / 1_000)} kB`;
  return `${BYTES.format(bytes / 1_000_000)} MB`;
}
