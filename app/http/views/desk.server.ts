import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { type Desk, findReadingPlace, readDesk } from '@/app/services/library/read-desk.server';
import { describeModel, type ModelState } from '@/app/services/transcription/describe-model.server';
import { etagOf } from '../headers/etag.server';
import { toRowView } from './transcription-row.server';

/** What the dashboard shows of a user's transcriptions. */
export async function deskView(request: Request, user: SignedInUser, model: ModelState) {
  const desk = await readDesk(user.id);
  return {
    rows: await Promise.all(desk.rows.map((row) => toRowView(request, row, model, user))),
    newCount: desk.newCount,
    place: await findReadingPlace(user.id),
    statusVersion: versionOf(desk, model),
  };
}

/** ETag of what the dashboard shows. */
export const deskVersion = async (userId: number): Promise<string> =>
  versionOf(await readDesk(userId), await describeModel());

const versionOf = (desk: Desk, model: ModelState) => etagOf({ desk, model });
