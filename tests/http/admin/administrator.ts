import type { RunningCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { change, rows } from '../platform/data-dir';

export type Member = TestUser & { email: string; publicId: string };

/** Signs up a user. @returns their session, and their public id */
export async function signUpMember(celeste: RunningCeleste, name?: string): Promise<Member> {
  const person = await signUp(celeste, name);
  const [user] = await rows(celeste, `SELECT public_id FROM users WHERE email = '${person.email}'`);
  return Object.assign(person, { publicId: String(user!.public_id) });
}

/** Like signUpMember, for an administrator. */
export async function signUpAdmin(celeste: RunningCeleste, name = 'Clara Chefe'): Promise<Member> {
  const admin = await signUpMember(celeste, name);
  await change(celeste, `UPDATE users SET role = 'admin' WHERE email = '${admin.email}'`);
  return admin;
}

/** Entries of the audit log, oldest first. */
export const auditRows = (celeste: RunningCeleste) =>
  rows(
    celeste,
    `SELECT a.email AS admin, s.email AS subject, e.action, e.details FROM audit_entries e
     LEFT JOIN users a ON a.id = e.admin_id LEFT JOIN users s ON s.id = e.subject_id ORDER BY e.id`,
  );
