import { readSelection } from '@/app/domain/library/selection';
import { describeSelected } from '@/app/services/library/selection/find-selected.server';
import { requireUser } from '../session/session.server';

/** The transcriptions that the page's address selects, and where its links lead back to. */
export async function loadSelection(request: Request) {
  const user = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const { selected, list } = readSelection(searchParams);
  return {
    rows: await describeSelected(user.id, selected),
    list,
    isFormatMissing: searchParams.has('missing'),
  };
}

/** The list that the selection was made in. */
export const listOfSelection = (request: Request): string =>
  `/transcriptions${readSelection(new URL(request.url).searchParams).list}`;
