import type { Context, Middleware } from 'koa';
import { Type, type Static } from 'typebox';
import { Refusal, refuseInvalid } from '../../domain/contract/refusal.js';
import { runInTurn } from '../../domain/ports/turns.js';
import { presentUpload } from '../../domain/contract/upload.js';
import { addFile } from '../../domain/uploads/boxes/add-file.js';
import { checkFile } from '../../domain/uploads/boxes/check-file.js';
import { findOpenBox, type OpenBox } from '../../domain/uploads/boxes/find-box.js';
import { refuseClosed } from '../../domain/uploads/boxes/declare-file.js';
import { showBox } from '../../domain/uploads/boxes/show-box.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { compileCheck } from '../validate.js';
import { createBoxPage, sendBusy } from './box-page.js';
import { drawCode } from './box-code.js';
import { readSmallBody } from './read-small-body.js';
import { runInOwnerTurn } from './stranger-turn.js';
import { expectSameOrigin } from './same-origin.js';

const PATH = /^\/box\/(?<id>[^/]*)(?<rest>\/.*)?$/;

/** A parsed request to an open box. */
interface BoxRequest {
  readonly ctx: Context;
  readonly box: OpenBox;
  readonly deps: Deps;
  readonly edge: Edge;
  /** Box id at the end of the path. */
  readonly id: string;
}

interface Endpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Pattern of the path after the box id. */
  readonly path: RegExp;
  readonly status: number;
  answer(visit: BoxRequest): Promise<object>;
}

/** All endpoints of a box page. None of them returns a file. */
const ENDPOINTS: readonly Endpoint[] = [
  { id: 'boxState', method: 'GET', path: /^\/state$/, status: 200, answer: readBoxState },
  { id: 'boxAddFile', method: 'POST', path: /^\/files$/, status: 201, answer: beginFile },
  {
    id: 'boxCheckFile',
    method: 'POST',
    path: /^\/files\/(?<id>upl_[0-9a-f]{32})$/,
    status: 200,
    answer: finishFile,
  },
];

/**
 * Serves `/box/<id>`: the page on which a person adds files to an upload box, and its endpoints.
 * The id is the only credential, and only allows adding files. Other paths go to the next
 * middleware.
 */
export function serveBox(deps: Deps, edge: Edge): Middleware {
  const sendPage = createBoxPage(deps.env);
  return async (ctx, next) => {
    const { id, rest = '' } = PATH.exec(ctx.path)?.groups ?? {};
    if (id === undefined) return next();
    const endpoint = rest === '' ? null : ENDPOINTS.find(({ path }) => path.test(rest));
    if (endpoint === undefined) return next();
    ctx.state.routeId = endpoint?.id ?? 'boxPage';
    ctx.set('Cache-Control', 'no-store');
    expectMethod(ctx, endpoint?.method ?? 'GET');
    expectSameOrigin(ctx, deps.env.publicUrl);
    const readOpenBox = () => findOpenBox(deps.db, id);
    if (!endpoint) {
      const isOpen = await isOpenFor(ctx, deps, edge, readOpenBox);
      return isOpen === null ? undefined : sendPage(ctx, isOpen);
    }
    edge.boxLimit.count(ctx.ip);
    const box = await runInBoxTurn(deps, id, readOpenBox);
    if (!box) throw refuseClosed();
    const named = endpoint.path.exec(rest)?.groups?.['id'] ?? '';
    ctx.body = await endpoint.answer({ ctx, box, deps, edge, id: named });
    ctx.status = endpoint.status;
  };
}

/**
 * Returns whether the visited box is open; null if the visit was refused because there are too
 * many. The refusal is an HTML page for a person.
 */
async function isOpenFor(
  ctx: Context,
  { strangers }: Deps,
  { boxLimit }: Edge,
  lookUp: () => Promise<OpenBox | null>,
): Promise<boolean | null> {
  try {
    boxLimit.count(ctx.ip);
    return (await runInOwnerTurn(strangers, ctx.ip, lookUp)) !== null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.set(error.headers);
    sendBusy(ctx, error.status);
    return null;
  }
}

function expectMethod({ method }: Context, wanted: Endpoint['method']): void {
  const allowed: readonly string[] = wanted === 'GET' ? ['GET', 'HEAD'] : [wanted];
  if (allowed.includes(method)) return;
  throw new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: allowed.join(', ') } });
}

/**
 * Runs database work in the box's queue.
 * @throws {Refusal} UNAVAILABLE if too many requests are waiting; the page repeats its request
 */
const runInBoxTurn = <T>({ boxVisits }: Deps, boxId: string, work: () => Promise<T>): Promise<T> =>
  runInTurn(boxVisits, boxId, work, refuseBusy);

const refuseBusy = (): Refusal =>
  new Refusal('UNAVAILABLE', {
    message: 'This upload box is busy. Try again in a moment.',
    headers: { 'Retry-After': '2' },
  });

async function readBoxState({ box, deps }: BoxRequest): Promise<object> {
  const url = `${deps.env.publicUrl}/box/${box.id}`;
  const state = await runInBoxTurn(deps, box.id, () => showBox(deps.db.manager, box));
  return { ...state, url, code: drawCode(url) };
}

const FileSchema = Type.Object(
  {
    name: Type.String({ maxLength: 1_000 }),
    type: Type.String({ maxLength: 200 }),
    size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  },
  { additionalProperties: false },
);
const check = compileCheck(FileSchema, 'body');

async function beginFile({ ctx, box, deps, edge }: BoxRequest): Promise<object> {
  const { value, issues, count } = check(await readSmallBody(ctx, edge));
  if (issues.length > 0) throw refuseInvalid(issues, count);
  const file = value as Static<typeof FileSchema>;
  const made = await runInBoxTurn(deps, box.id, () => addFile(deps, box, file));
  const { id, upload_url, upload_method, upload_headers } = made;
  return { id, upload_url, upload_method, upload_headers };
}

async function finishFile({ box, deps, id }: BoxRequest): Promise<object> {
  const upload = await checkFile(deps, box, id);
  const { kind, size, created_at } = presentUpload(upload, deps.mediaUrl);
  return { id, kind, size, created_at };
}
