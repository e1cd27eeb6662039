import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { GenerationRequest } from '../../generations/code-samples';
import { sendRequest } from '../../generations/send-request';
import { createIdempotencyKey } from '../../requests/idempotency';
import { keep, readKept } from '../../session/kept';
import { useSession } from '../../session/session';

const NAME = 'stage';

/** A request on its way to a generation. */
export interface Run {
  readonly key: string;
  /** The generation's id; null until the request is accepted. */
  readonly id: string | null;
  /** Why the request was refused. */
  readonly error?: unknown;
  /** Sends the refused request again. */
  readonly retry?: () => void;
}

const toRun = (id: string): Run => ({ key: id, id });

/** Returns the runs on the stage, which survive a reload, and functions that replace them. */
export function useRuns() {
  const queries = useQueryClient();
  const session = useSession();
  const [runs, setRuns] = useState(() =>
    ((readKept(session, NAME) as readonly string[] | null) ?? []).map(toRun),
  );
  const ids = runs.flatMap(({ id }) => id ?? []).join(' ');
  useEffect(() => {
    keep(session, NAME, ids.split(' ').filter(Boolean));
  }, [session, ids]);
  const start = async (request: GenerationRequest, headers: { 'Idempotency-Key': string }) => {
    const key = headers['Idempotency-Key'];
    const update = (next: Omit<Run, 'key'>) =>
      setRuns((all) => all.map((run) => (run.key === key ? { key, ...next } : run)));
    update({ id: null });
    try {
      update({ id: (await sendRequest(queries, request, headers)).id });
    } catch (error) {
      // The same key, because the request may have been accepted although no response arrived.
      update({ id: null, error, retry: () => void start(request, headers) });
    }
    void queries.invalidateQueries({ queryKey: ['quote'] });
  };
  /** Replaces the stage by one run for each request. */
  const send = (requests: readonly GenerationRequest[]) => {
    const sent = requests.map((request) => ({ request, headers: createIdempotencyKey() }));
    setRuns(sent.map(({ headers }) => ({ key: headers['Idempotency-Key'], id: null })));
    for (const { request, headers } of sent) void start(request, headers);
  };
  return { runs, send, show: (id: string) => setRuns([toRun(id)]) };
}
