import { Readable } from 'node:stream';
import type { ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import { childScript } from '@/app/config/child-script.server';
import { log } from '@/app/config/log.server';
import { CONTENT_LENGTH } from '@/app/domain/document/forms';
import { AppError } from '@/app/domain/errors';
import { bytesFor } from '../form.server';
import type { Refusal } from '../load-context.server';
import { isOutage, showOutage } from '../outage.server';
import { formBody } from '../request-body.server';
import { Admission, type Visit } from './admission';
import { ChildPool } from './child-pool.server';
import { accountOf, isForm, isHeavy } from './heavy-request.server';
import { passOn } from './pass-on.server';
import type { Turn, TurnFailure } from './pooled-child.server';
import { refuse } from './refuse.server';
import { type MatchedRoute, routeFinder } from './route-of';

/** No route reads a longer form than a document's. */
const MOST_FORM_BYTES = bytesFor(CONTENT_LENGTH);

const MEGABYTE = 1024 * 1024;

/** A page asks for three things at most; the rest is for other windows. An account may send one of the longest forms. */
const LIMITS = {
  ofAccount: 8,
  ofAll: 100,
  formBytesOfAccount: MOST_FORM_BYTES + 4 * MEGABYTE,
  formBytes: 192 * MEGABYTE,
};

const script = () => childScript('app/http/offload/child.ts');

/** Whoever looks through one long text comes back within it. */
const IDLE_MS = 60_000;

/** Pages, forms and files that are made whole. A degravação may have to read a recording of hours once. */
const pagePool = () =>
  new ChildPool({
    ...{ script: script(), heapMb: 1024, deadlineMs: 180_000, idleMs: IDLE_MS },
    ...{ children: 2, atOnce: 1, atOncePerAccount: 1 },
  });

/** Files that are made while they are sent, for as long as a slow line takes. */
const downloadPool = () =>
  new ChildPool({
    ...{ script: script(), heapMb: 512, deadlineMs: null, idleMs: IDLE_MS },
    ...{ children: 1, atOnce: 16, atOncePerAccount: 2 },
  });

/**
 * Has other processes answer what would keep this one from answering everybody else: long texts and forms,
 * comparisons, files. They run the same routes. Accounts take turns, and one that asks for too much at once gets 429.
 * A request whose process takes too long, or dies, gets a page that says so, and no other request notices. What asks
 * for a page or a file alone is asked once more before that: others' work may have ended its process.
 */
export function offload(build: ServerBuild): RequestHandler {
  const routeOf = routeFinder(build.routes);
  const [pages, downloads] = [pagePool(), downloadPool()];
  const admission = new Admission(LIMITS);

  /** @returns why it is not answered; null when it is, or nobody waits for that any more */
  async function answer(request: Request, response: Response, route: MatchedRoute, visit: Visit) {
    const gone = goneSignal(response);
    try {
      const form = await readForm(request, visit);
      if ('status' in form) return form;
      const pool = route.work === 'download' ? downloads : pages;
      const about = { pool, account: visit.account, form: form.chunks, gone, route: route.name };
      const pass = () => passOnce(request, response, about);
      const refusal = await pass();
      const isOthersDoing = refusal?.status === STATUS.crash || (refusal && pool === downloads);
      // A form is not carried out twice.
      return isOthersDoing && !isForm(request) ? await pass() : refusal;
    } catch (error) {
      if (gone.aborted) return null;
      log.error({ error, route: route.name }, 'a form could not be read');
      return { status: 500 } satisfies Refusal;
    } finally {
      visit.leave();
    }
  }

  return async (request, response, next) => {
    try {
      const route = routeOf(new URL(`http://any${request.originalUrl}`).pathname);
      const account = route && (await isHeavy(request, route)) && (await accountOf(request, route));
      if (!account) return next();
      const visit = admission.admit(account);
      const refusal = 'status' in visit ? visit : await answer(request, response, route, visit);
      if (refusal) refuse([request, response, next], refusal);
    } catch (error) {
      if (!isOutage(error)) return next(error);
      showOutage(request, response);
      next();
    }
  };
}

interface Passing {
  pool: ChildPool;
  account: string;
  form: Buffer[];
  /** Aborts when who asked went away. */
  gone: AbortSignal;
  route: string;
}

const STATUS = { crash: 500, timeout: 504, memory: 422 } as const satisfies Record<TurnFailure, number>;

/** Has a process answer. @returns why it did not; null when it did, or nobody waits for that any more */
async function passOnce(
  request: Request,
  response: Response,
  { pool, account, form, gone, route }: Passing,
): Promise<Refusal | null> {
  // A form that was sent is carried out, whoever waits for its answer.
  const signal = isForm(request) ? new AbortController().signal : gone;
  let turn: Turn | undefined;
  try {
    turn = await pool.turn(account, signal);
    signal.addEventListener('abort', turn.abandon, { once: true });
    await passOn(request, response, { turn, form, signal });
    return null;
  } catch (error) {
    turn?.abandon();
    if (gone.aborted || isReaderGone(error)) return null;
    const failure = (await turn?.failure()) ?? 'crash';
    log.error({ error, failure, route }, 'a request was not answered by its process');
    if (!response.headersSent && !response.destroyed) return { status: STATUS[failure] };
    response.destroy();
    return null;
  }
}

/** The browser may be gone a moment before its absence is told. */
const isReaderGone = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Reads the whole form before its turn, which a slow line would keep from others. */
async function readForm(request: Request, visit: Visit): Promise<{ chunks: Buffer[] } | Refusal> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const body = Readable.toWeb(request) as ReadableStream;
  try {
    for await (const chunk of formBody({ body }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MOST_FORM_BYTES) return { status: 413 };
      const refusal = visit.keep(chunk.length);
      if (refusal) return refusal;
      chunks.push(chunk);
    }
    return { chunks };
  } catch (error) {
    if (error instanceof AppError && error.code === 'form.too-slow') return { status: 408 };
    throw error;
  }
}

/** Aborts when who asked went away before the end of the answer. */
function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('nobody waits for the answer any more'));
  });
  return gone.signal;
}
