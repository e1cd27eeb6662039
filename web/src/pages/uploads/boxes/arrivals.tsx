import { useEffect } from 'react';
import type { UploadBox } from '../../../api/contract';
import type { OwnUpload } from '../use-own-uploads';
import { KIND_NAMES, useBoxFiles } from './box-files';
import { useSeen } from './use-seen';

interface Props {
  readonly box: UploadBox;
  readonly isWatched: boolean;
  readonly onAdded: (uploads: readonly OwnUpload[]) => void;
}

/**
 * Adds each new file in a box to the list of uploads only once, because users may remove files from
 * the list.
 */
export function Arrivals({ box, isWatched, onAdded }: Props) {
  const files = useBoxFiles(box, isWatched);
  const { seen, see } = useSeen();
  useEffect(() => {
    const ready = (files.data?.data ?? []).filter(({ status }) => status === 'ready');
    const fresh = ready.filter(({ id }) => !seen.includes(id));
    if (fresh.length === 0) return;
    see(fresh.map(({ id }) => id));
    const from = box.purpose ? ` for “${box.purpose}”` : ' from an upload box';
    onAdded(fresh.map(({ id, kind }) => ({ id, name: KIND_NAMES[kind] + from })).toReversed());
  }, [files.data, seen, see, onAdded, box.purpose]);
  return null;
}
