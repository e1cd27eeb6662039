import { sleep } from '@temporalio/workflow';
import { computeRetryDelay, PUBLISH_RETRIES } from '../domain/catalogue/publish-retries.js';
import type { PublicationRef, StepRefusal } from '../domain/catalogue/publish-steps.js';
import type { PlatformFailureKind, PostErrorCode } from '../domain/catalogue/social-states.js';
import { describeWait } from './describe-run.js';
import type { PostBoard } from './post-board.js';
import { runPostStep } from './post-step.js';

/** Thrown to stop publishing on one platform. Other platforms continue. */
export class BranchEnded extends Error {
  constructor(
    /** The public code; null if the row has already ended. */
    readonly code: PostErrorCode | null,
    readonly platformCode: string | null,
  ) {
    super(code ?? 'over');
    this.name = 'BranchEnded';
  }
}

/** A post on one platform, handled by one branch of the run. */
export class Publication {
  private readonly failures = new Map<PlatformFailureKind, number>();

  constructor(
    readonly ref: PublicationRef,
    private readonly board: PostBoard,
  ) {}

  /** Returns a line for operators, such as `instagram: commit`. */
  line(text: string): string {
    return `${this.ref.platform}: ${text}`;
  }

  show(text: string): void {
    this.board.showPlatform(this.ref.platform, text);
  }

  /**
   * Waits until a refused step may be tried again, depending on the refusal's kind.
   * @returns whether everything must be prepared again
   * @throws {BranchEnded} if the step is not tried again
   */
  async retry(refusal: StepRefusal): Promise<boolean> {
    const { kind, code, platformCode } = refusal;
    const tries = this.failures.get(kind) ?? 0;
    this.failures.set(kind, tries + 1);
    const delayMs = computeRetryDelay(refusal, tries, Date.now());
    if (delayMs === null) throw new BranchEnded(code, `${kind} ${platformCode}`);
    const line = `${kind} ${platformCode}, again in ${describeWait(delayMs)}`;
    this.show(line);
    await sleep(delayMs, { summary: this.line(line) });
    const again = PUBLISH_RETRIES[kind].draftAgain === true;
    if (again) await this.forgetDraft();
    return again;
  }

  /** Discards the prepared draft, so that the next draft starts from the beginning. */
  async forgetDraft(): Promise<void> {
    await runPostStep(this.line('forget the draft'), (post) => post.forgetDraft(this.ref));
  }
}
