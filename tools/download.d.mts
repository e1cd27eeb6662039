import type { Release } from './pins.mjs';

export function download(name: string, release: Release | null, folder: string): Promise<boolean>;
