export type FileKind = 'image' | 'video' | 'audio';

const NAMES: Readonly<Record<FileKind, { readonly one: string; readonly many: string }>> = {
  image: { one: 'Image', many: 'Images' },
  video: { one: 'Video', many: 'Videos' },
  audio: { one: 'Audio file', many: 'Audio files' },
};

export const nameOne = (kind: FileKind): string => NAMES[kind].one;

export const nameMany = (kind: FileKind): string => NAMES[kind].many;

export const countFiles = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;

/** Formats a file size with powers of ten, like the API's limits. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`;
  if (bytes >= 1_000_000_000) return `${Math.floor(bytes / 100_000_000) / 10} GB`;
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 10 ? Math.round(megabytes * 10) / 10 : Math.round(megabytes)} MB`;
}

/** Formats a time this week, such as `Friday at 5:00 PM`. */
export const formatDayAndTime = (moment: number): string =>
  new Date(moment).toLocaleString('en', { weekday: 'long', hour: 'numeric', minute: '2-digit' });
