import './style.css';
import { find, make } from './elements';
import { FileRow } from './file-row';
import { countFiles } from './format';
import { UploadProblem } from './problem';
import { isBusy, sendFile, type UploadStep } from './send-file';
import { askState } from './service';
import { showState } from './show-state';

/** Poll interval in milliseconds; files may also come from other devices, such as a phone. */
const POLL_INTERVAL_MS = 5_000;

const box = find('#box', HTMLElement);
const drop = find('#drop', HTMLElement);
const list = find('#own', HTMLUListElement);
const summary = find('#summary', HTMLParagraphElement);
const steps = new Map<FileRow, UploadStep>();

function add(files: Iterable<File>): void {
  for (const file of files) {
    const row: FileRow = new FileRow(file, {
      onAgain: () => begin(row),
      onRemove() {
        steps.delete(row);
        row.element.remove();
        showSummary();
      },
    });
    list.append(row.element);
    begin(row);
  }
}

function begin(row: FileRow): void {
  sendFile(row.file, (step) => {
    steps.set(row, step);
    row.show(step);
    showSummary();
    if (step.name === 'done') void pollBoxState();
  });
}

/** Screen readers read the summary aloud, so it changes only when a file is received or fails. */
function showSummary(): void {
  const all = [...steps.values()];
  const count = (name: UploadStep['name']) => all.filter((step) => step.name === name).length;
  const [done, failed] = [count('done'), count('failed')];
  summary.dataset['state'] = done > 0 && done === all.length ? 'done' : 'open';
  const text = all.length === 0 ? '' : summarise(done, failed, all.length);
  if (summary.textContent !== text) summary.textContent = text;
}

function summarise(done: number, failed: number, all: number): string {
  const have = done === 1 ? 'was' : 'were';
  if (done === all) {
    return `${all === 1 ? 'Your file' : `All ${countFiles(all)}`} ${have} received. You can close this page.`;
  }
  const others = failed === 0 ? '' : `, ${failed} failed`;
  return `${done} of ${countFiles(all)} ${have} received${others}.`;
}

async function pollBoxState(): Promise<void> {
  const state = await askState();
  const done = [...steps.values()].flatMap((step) => (step.name === 'done' ? [step.file.id] : []));
  showState(state, new Set(done));
  box.classList.remove('loading');
}

/** Replaces the page with an error if it cannot start. */
function close(problem: UploadProblem): void {
  const again = make('button', 'button first', 'Try again');
  again.type = 'button';
  again.addEventListener('click', () => location.reload());
  const parts = [make('h1', '', "This page can't be opened"), make('p', '', problem.message)];
  box.replaceChildren(make('div', 'sheet', ...parts, ...(problem.again ? [again] : [])));
  box.classList.remove('loading');
}

/** Stops accepting files. Sent files stay visible; links to this page are hidden. */
function shut(problem: UploadProblem): void {
  drop.replaceChildren(make('p', '', problem.message));
  for (const element of document.querySelectorAll<HTMLElement>('.phone, #until'))
    element.hidden = true;
}

for (const input of [find('#choose', HTMLInputElement), find('#photograph', HTMLInputElement)]) {
  input.addEventListener('change', () => {
    add([...(input.files ?? [])]);
    // Clear the input so that the user can choose the same file again.
    input.value = '';
  });
}

const mark = (isOver: boolean) => drop.classList.toggle('over', isOver);
addEventListener('dragover', (event) => {
  event.preventDefault();
  mark(true);
});
addEventListener('dragleave', (event) => mark(event.relatedTarget !== null));
addEventListener('drop', (event) => {
  event.preventDefault();
  mark(false);
  add([...(event.dataTransfer?.files ?? [])]);
});
addEventListener('paste', (event) => add([...(event.clipboardData?.files ?? [])]));
addEventListener('beforeunload', (event) => {
  if (isBusy()) event.preventDefault();
});

pollBoxState().catch((error: unknown) => {
  close(
    error instanceof UploadProblem
      ? error
      : new UploadProblem('Your browser is too old for this page.', false),
  );
});
setInterval(() => {
  if (document.visibilityState !== 'visible') return;
  pollBoxState().catch((error: unknown) => {
    // If a poll fails, the next one makes up for it, unless the box has closed.
    if (error instanceof UploadProblem && !error.again) shut(error);
  });
}, POLL_INTERVAL_MS);
