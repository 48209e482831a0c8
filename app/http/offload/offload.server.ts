import { Readable } from 'node:stream';
import type { ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import { childScript } from '@/app/config/child-script.server';
import { log } from '@/app/config/log.server';
import { withSpan } from '@/app/config/tracing.server';
import { MAX_CONTENT_LENGTH } from '@/app/domain/document/forms';
import { AppError } from '@/app/domain/errors';
import { formBytesFor } from '../forms/form.server';
import { formBody } from '../forms/request-body.server';
import { disconnectSignal, type Rejection } from '../server/load-context.server';
import { isOutage, resolvePath, showInstead, showOutage } from '../server/outage.server';
import { Admission, type AdmittedRequest } from './admission';
import { ChildPool } from './child-pool.server';
import { forwardRequest } from './forward-request.server';
import { accountOf, isForm, type Weight, weigh } from './heavy-request.server';
import { createRouteMatcher, type MatchedRoute } from './match-route';
import type { Turn, TurnFailure } from './pooled-child.server';

/** The longest form of all routes is that of a document. */
const MAX_FORM_BYTES = formBytesFor(MAX_CONTENT_LENGTH);

const MEGABYTE = 1024 * 1024;

/**
 * A page needs three requests at most; the rest is for further windows. An account may send one form of
 * maximum size.
 */
const LIMITS = {
  perAccount: 8,
  total: 100,
  formBytesPerAccount: MAX_FORM_BYTES + 4 * MEGABYTE,
  formBytes: 192 * MEGABYTE,
};

const script = () => childScript('app/http/offload/child.ts');

/** A reader of a long text usually makes the next request within this time. */
const IDLE_MS = 60_000;

/** The start of the server comes first. */
const WARM_AFTER_MS = 2_000;

/** Pages, forms and files that are built whole. A degravação may have to read a recording of hours once. */
const pagePool = () =>
  new ChildPool({
    script: script(),
    heapMb: 1024,
    deadlineMs: 180_000,
    idleMs: IDLE_MS,
    children: 2,
    concurrency: 1,
    concurrencyPerAccount: 1,
    longAtOnce: 1,
    warm: 1,
    maxTurns: 500,
  });

const downloadPool = () =>
  new ChildPool({
    script: script(),
    heapMb: 512,
    deadlineMs: null,
    idleMs: IDLE_MS,
    children: 1,
    concurrency: 16,
    concurrencyPerAccount: 2,
    longAtOnce: 16,
    warm: 0,
    maxTurns: null,
  });

/**
 * Long texts and forms, diffs and files are answered by child processes with the same routes, so that this
 * one stays responsive. Accounts take turns. When a child times out or dies, its request alone gets an error
 * page; a GET or HEAD is retried once when its child crashed or was shared.
 */
export function offload(build: ServerBuild): RequestHandler {
  const routeOf = createRouteMatcher(build.routes);
  const [pages, downloads] = [pagePool(), downloadPool()];
  const admission = new Admission(LIMITS);
  setTimeout(() => pages.keepWarm(), WARM_AFTER_MS).unref();

  /** @returns the rejection; null when it was answered, or the browser disconnected */
  async function answer(
    request: Request,
    response: Response,
    route: MatchedRoute & { weight: Weight },
    admitted: AdmittedRequest,
  ) {
    const gone = disconnectSignal(response);
    try {
      const form = await readForm(request, admitted);
      if ('status' in form) return form;
      const pool = route.work === 'download' ? downloads : pages;
      const { name, weight } = route;
      const about = { pool, account: admitted.account, form: form.chunks, gone, route: name, weight };
      const forward = () => forwardOnce(request, response, about);
      const refusal = await forward();
      const isRetryable = refusal?.status === STATUS.crash || (refusal && pool === downloads);
      // A form is never retried: its action may have run.
      return isRetryable && !isForm(request) ? await forward() : refusal;
    } catch (error) {
      if (gone.aborted) return null;
      log.error({ error, route: route.name }, 'a form could not be read');
      return { status: 500 } satisfies Rejection;
    } finally {
      admitted.release();
    }
  }

  return async (request, response, next) => {
    try {
      const route = routeOf(resolvePath(request.originalUrl));
      response.locals.route = route?.pattern ?? 'none';
      const weight = route ? await weigh(request, route) : 'light';
      const account = route && weight !== 'light' && (await accountOf(request, route));
      if (!account) return next();
      const admitted = admission.admit(account);
      const refusal =
        'status' in admitted ? admitted : await answer(request, response, { ...route, weight }, admitted);
      if (refusal) {
        response.locals.refusal = refusal;
        showInstead(request, '/refused');
        next();
      }
    } catch (error) {
      if (!isOutage(error)) return next(error);
      showOutage(request, response);
      next();
    }
  };
}

interface ForwardOptions {
  pool: ChildPool;
  account: string;
  form: Buffer[];
  gone: AbortSignal;
  route: string;
  weight: Weight;
}

const STATUS = { crash: 500, timeout: 504, memory: 422 } as const satisfies Record<TurnFailure, number>;

/** Returns the rejection; null when it was answered, or the browser disconnected. */
async function forwardOnce(
  request: Request,
  response: Response,
  { pool, account, form, gone, route, weight }: ForwardOptions,
): Promise<Rejection | null> {
  // A form is processed even when the browser disconnects.
  const signal = isForm(request) ? new AbortController().signal : gone;
  let turn: Turn | undefined;
  try {
    const attributes = { 'celeste.offload.weight': weight };
    await withSpan('offload', { kind: 'internal', attributes }, async () => {
      turn = await pool.turn(account, signal, { isLong: weight === 'long' });
      signal.addEventListener('abort', turn.abandon, { once: true });
      await forwardRequest(request, response, { turn, form, signal });
    });
    return null;
  } catch (error) {
    turn?.abandon();
    if (gone.aborted || isDisconnect(error)) return null;
    const failure = (await turn?.failure()) ?? 'crash';
    log.error({ error, failure, route }, 'a request was not answered by its process');
    if (!response.headersSent && !response.destroyed) return { status: STATUS[failure] };
    response.destroy();
    return null;
  }
}

/** The pipeline may fail before the response emits 'close'. */
const isDisconnect = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Buffers the whole form before its turn, so that a slow connection does not occupy a child process. */
async function readForm(
  request: Request,
  admitted: AdmittedRequest,
): Promise<{ chunks: Buffer[] } | Rejection> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const body = Readable.toWeb(request) as ReadableStream;
  try {
    for await (const chunk of formBody({ body }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_FORM_BYTES) return { status: 413 };
      const refusal = admitted.countFormBytes(chunk.length);
      if (refusal) return refusal;
      chunks.push(chunk);
    }
    return { chunks };
  } catch (error) {
    if (error instanceof AppError && error.code === 'form.too-slow') return { status: 408 };
    throw error;
  }
}
