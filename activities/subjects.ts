import type { SubjectJob, SubjectOutcome } from '../domain/catalogue/runs.js';
import { analyseSubject, type SubjectDeps } from './analyse-subject.js';
import { keepAlive } from './keep-alive.js';
import { refuseAfterLosses } from './lost-workers.js';

/** Creates the step that analyses the photos of a new character or product. */
export function createSubjectActivities(deps: SubjectDeps) {
  return {
    /** @returns `nothing_to_do` if the subject was analysed before or has been deleted */
    async analyseSubject(job: SubjectJob): Promise<SubjectOutcome> {
      return keepAlive(refuseAfterLosses(({ signal }) => analyseSubject(deps, job, signal)));
    },
  };
}

export type SubjectActivities = ReturnType<typeof createSubjectActivities>;
