import { draw, make } from './elements';
import { formatFileSize } from './format';
import type { UploadStep } from './send-file';

const TICK = 'M5 13l4 4L19 7';
const CROSS = 'M6 6l12 12M18 6L6 18';
const SHEET = 'M6 3h8l4 4v14H6zM14 3v4h4';

/** Actions of a row's buttons. */
interface Actions {
  readonly onAgain: () => void;
  readonly onRemove: () => void;
}

/** A file's row: preview, name and progress. */
export class FileRow {
  readonly element: HTMLLIElement;
  private readonly text = make('p', 'state');
  private readonly progress = make('progress');
  private readonly sign = make('span', 'tick');
  private readonly buttons = make('div', 'buttons');
  private readonly preview = make('div', 'preview', draw(24, SHEET));

  constructor(
    readonly file: File,
    private readonly actions: Actions,
  ) {
    this.progress.max = 1;
    this.progress.setAttribute('aria-label', `Upload progress: ${file.name}`);
    const name = make('p', 'name', file.name);
    const body = make('div', 'body', name, this.text, this.progress);
    this.element = make('li', 'file', this.preview, body, this.sign, this.buttons);
    if (file.type.startsWith('image/')) this.showPicture();
  }

  show(step: UploadStep): void {
    this.element.dataset['step'] = step.name;
    this.progress.hidden = step.name === 'done' || step.name === 'failed';
    if (step.name === 'sending') this.progress.value = step.part;
    // If `value` is removed, the bar shows activity without a percentage.
    else if (step.name === 'checking') this.progress.removeAttribute('value');
    else this.progress.value = 0;
    this.text.textContent = this.describeStep(step);
    this.sign.replaceChildren(...this.drawStepIcon(step));
    this.buttons.replaceChildren(...this.createStepButtons(step));
  }

  private describeStep(step: UploadStep): string {
    const size = formatFileSize(this.file.size);
    switch (step.name) {
      case 'waiting':
        return `${size}, waiting`;
      case 'sending':
        return `${Math.floor(step.part * 100)}% of ${size} sent`;
      case 'checking':
        return 'Sent. Checking…';
      case 'done':
        return `${formatFileSize(step.file.size)}, received`;
      case 'failed':
        return step.problem.message;
    }
  }

  private drawStepIcon({ name }: UploadStep): Node[] {
    if (name === 'done') return [draw(24, TICK, 'Received')];
    return name === 'failed' ? [draw(24, CROSS, 'Not sent')] : [];
  }

  private createStepButtons(step: UploadStep): Node[] {
    if (step.name !== 'failed') return [];
    const remove = button('Remove', this.file.name, this.actions.onRemove);
    if (!step.problem.again) return [remove];
    return [button('Try again', this.file.name, this.actions.onAgain), remove];
  }

  /** Shows a local preview. Images that the browser cannot show, such as HEIC, keep the icon. */
  private showPicture(): void {
    const picture = make('img');
    picture.alt = '';
    const address = URL.createObjectURL(this.file);
    picture.addEventListener('load', () => {
      this.preview.replaceChildren(picture);
      URL.revokeObjectURL(address);
    });
    picture.addEventListener('error', () => URL.revokeObjectURL(address));
    picture.src = address;
  }
}

function button(label: string, of: string, act: () => void): HTMLButtonElement {
  const made = make('button', 'small', label);
  made.type = 'button';
  made.setAttribute('aria-label', `${label}: ${of}`);
  made.addEventListener('click', act);
  return made;
}
