import type { Verification } from '../api/contract';
import { find, make } from '../box/elements';
import { BROKEN_OFF, readProblem, UploadProblem } from '../box/problem';
import { conclude, describeSignal } from './describe';
import './style.css';

const BYTES_MAX = 20_000_000;

const drop = find('#drop', HTMLElement);
const choose = find('#choose', HTMLInputElement);
const address = find('#address', HTMLFormElement);
const url = find('#url', HTMLInputElement);
const result = find('#result', HTMLDivElement);

/** Number of the last check; results of earlier checks are dropped. */
let last = 0;

async function check(init: RequestInit, preview: Node | null): Promise<void> {
  const mine = (last += 1);
  result.replaceChildren(make('p', 'soft', 'Checking the file …'));
  try {
    const answer = await fetch('/v1/verify', { method: 'POST', ...init }).catch(() => {
      throw new UploadProblem(BROKEN_OFF, true);
    });
    if (!answer.ok) throw await readProblem(answer);
    const body = (await answer.json()) as Verification;
    if (mine === last) show(body, preview);
  } catch (error) {
    const message = error instanceof UploadProblem ? error.message : 'Something went wrong.';
    if (mine === last) showVerdict('bad', 'Not checked', message);
  }
}

function showVerdict(state: string, title: string, text: string, ...more: Node[]): void {
  const verdict = make('div', 'verdict', make('h2', '', title), make('p', '', text));
  verdict.dataset['state'] = state;
  result.replaceChildren(verdict, ...more);
}

function show(body: Verification, preview: Node | null): void {
  const { state, title, text } = conclude(body);
  const signals = make('dl', 'signals');
  for (const { name, outcome, steps } of body.results.map(describeSignal)) {
    const chain = make('ol', '', ...steps.map((step) => make('li', '', step)));
    const detail = make('dd', '', outcome, ...(steps.length > 0 ? [chain] : []));
    signals.append(make('div', '', make('dt', '', name), detail));
  }
  showVerdict(state, title, text, ...(preview ? [preview] : []), signals);
}

function checkFile(file: File | undefined): void {
  if (!file) return;
  if (file.size > BYTES_MAX) {
    showVerdict('bad', 'Not checked', 'The file is larger than 20 MB. Choose a smaller one.');
    return;
  }
  const form = new FormData();
  form.append('file', file);
  void check({ body: form }, drawPreview(file));
}

function drawPreview(file: File): Node | null {
  if (!file.type.startsWith('image/')) return null;
  const image = make('img', 'shown');
  image.alt = 'The file that was checked';
  image.src = URL.createObjectURL(file);
  image.addEventListener('load', () => URL.revokeObjectURL(image.src));
  image.addEventListener('error', () => image.remove());
  return image;
}

choose.addEventListener('change', () => {
  checkFile(choose.files?.[0]);
  // Clear the input so that the user can choose the same file again.
  choose.value = '';
});
address.addEventListener('submit', (event) => {
  event.preventDefault();
  const body = JSON.stringify({ url: url.value });
  void check({ headers: { 'Content-Type': 'application/json' }, body }, null);
});
addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.classList.add('over');
});
addEventListener('dragleave', () => drop.classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  checkFile(event.dataTransfer?.files[0]);
});
addEventListener('paste', (event) => checkFile(event.clipboardData?.files[0]));
