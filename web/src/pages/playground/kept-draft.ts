import { useState } from 'react';
import type { Session } from '../../api/contract';
import { keep, readKept } from '../../session/kept';
import { useSession } from '../../session/session';
import { EMPTY_DRAFT, type Draft } from './draft';

/** The number changes when an older draft can no longer be read. */
const DRAFT = 'draft-1';
const PROMPTS = 'prompts';
const PROMPTS_MAX = 20;
/** Uploads are deleted after 7 days. */
const FILES_MS = 6 * 86_400_000;

interface KeptDraft {
  /** Time of the last change. */
  readonly at: number;
  readonly draft: Partial<Draft>;
}

/** Reads the draft that the user left; drops files that the server may have deleted. */
export function readDraft(session: Session): Draft {
  const kept = readKept(session, DRAFT) as KeptDraft | null;
  if (!kept) return EMPTY_DRAFT;
  const isOld = Date.now() - kept.at > FILES_MS;
  return { ...EMPTY_DRAFT, ...kept.draft, ...(isOld && { files: {}, wanted: [] }) };
}

export const keepDraft = (session: Session, draft: Draft): void =>
  keep(session, DRAFT, { at: Date.now(), draft } satisfies KeptDraft);

/** Returns the draft, which survives a reload, and the function that changes it. */
export function useDraft(): [draft: Draft, change: (draft: Draft) => void] {
  const session = useSession();
  const [draft, setDraft] = useState(() => readDraft(session));
  const change = (next: Draft) => {
    setDraft(next);
    keepDraft(session, next);
  };
  return [draft, change];
}

/** Lists the prompts of this browser, newest first. */
export const readPrompts = (session: Session): readonly string[] =>
  (readKept(session, PROMPTS) as readonly string[] | null) ?? [];

/** Adds a prompt to the history. */
export function keepPrompt(session: Session, prompt: string): void {
  const words = prompt.trim();
  if (words === '') return;
  const others = readPrompts(session).filter((other) => other !== words);
  keep(session, PROMPTS, [words, ...others].slice(0, PROMPTS_MAX));
}
