import { draw, find, make } from './elements';
import { countFiles, formatDayAndTime, nameMany, nameOne, formatFileSize } from './format';
import type { BoxFile, BoxState } from './service';

const title = find('#title', HTMLHeadingElement);
const purpose = find('#purpose', HTMLParagraphElement);
const limits = find('#limits', HTMLParagraphElement);
const until = find('#until', HTMLLIElement);
const there = find('#there', HTMLDetailsElement);
const code = find('#code', HTMLDivElement);
const choose = find('#choose', HTMLInputElement);
const photograph = find('#photograph', HTMLInputElement);
const camera = find('#camera', HTMLLabelElement);

/**
 * Shows the box's state.
 * @param own ids of files sent from this page, which already have rows
 */
export function showState(state: BoxState, own: ReadonlySet<string>): void {
  const kinds = state.accept.map(({ kind }) => kind);
  const [only] = kinds;
  title.textContent =
    kinds.length === 1 && only ? `Add your ${nameMany(only).toLowerCase()}` : 'Add your files';
  document.title = title.textContent;
  purpose.hidden = state.purpose === null;
  purpose.replaceChildren(make('span', 'soft', 'Requested:'), ` ${state.purpose ?? ''}`);
  limits.textContent = describeLimits(state);
  until.textContent = `This page is open until ${formatDayAndTime(state.expires_at)}.`;
  choose.accept = kinds.map((kind) => `${kind}/*`).join(',');
  const takes = (['image', 'video'] as const).find((kind) => kinds.includes(kind));
  camera.hidden = takes === undefined;
  photograph.accept = `${takes}/*`;
  find('#camera span', HTMLSpanElement).textContent =
    takes === 'video' ? 'Take a video' : 'Take a photo';
  showOthers(state.files.filter(({ id }) => !own.has(id)));
  if (code.childElementCount === 0) {
    code.append(draw(state.code.size, state.code.path, `QR code for ${state.url}`));
  }
}

function describeLimits({ accept, files_left, bytes_left }: BoxState): string {
  if (files_left === 0 || bytes_left === 0) {
    return "This page isn't accepting any more files. Contact the person who asked for them.";
  }
  const sizes = accept.map(({ kind, max_bytes }, at) => {
    const many = at === 0 ? nameMany(kind) : nameMany(kind).toLowerCase();
    return `${many} up to ${formatFileSize(max_bytes)}`;
  });
  return `${sizes.join(', ')} each. You can add ${countFiles(files_left)}, ${formatFileSize(bytes_left)} in total.`;
}

function showOthers(files: readonly BoxFile[]): void {
  there.hidden = files.length === 0;
  find('#there summary', HTMLElement).textContent = `${countFiles(files.length)} already received`;
  const lines = files.map(({ kind, size, created_at }) =>
    make('li', '', `${nameOne(kind)}, ${formatFileSize(size)}, ${formatDayAndTime(created_at)}`),
  );
  find('#there ul', HTMLUListElement).replaceChildren(...lines);
}
