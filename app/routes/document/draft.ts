import type { LoaderFunctionArgs } from '@remix-run/node';
import { documentDraftSchema, MAX_CONTENT_BYTES } from '@/app/domain/document/forms';
import { bareAction, readJson } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { appendToDocumentDraft } from '@/app/services/document/append-to-document-draft.server';
import { readDocument } from '@/app/services/document/read-document.server';

/** The document with its draft, for an editor that opens or that has to merge concurrent changes. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { version, changeIds, title, savedAt, blocks } = await orNotFound(
    readDocument(user.id, publicIdOf(params)),
  );
  const present = { version, changeIds, title, savedAt: savedAt.toISOString(), blocks };
  return Response.json(present, { headers: { 'Cache-Control': 'no-store' } });
}

/** 200 with the new number of changes, 409 on a conflict (optimistic locking). */
export const action = bareAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const changes = await readJson(request, documentDraftSchema, {
    maxBytes: MAX_CONTENT_BYTES,
    tooLarge: 'document.too-long',
  });
  return Response.json({ changeCount: await appendToDocumentDraft(user.id, publicIdOf(params), changes) });
});
