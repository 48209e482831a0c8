import { randomUUID } from 'node:crypto';
import { createUser } from '@/app/services/account/create-user.server';
import { inTransaction } from '@/models/database.server';

/** Factory: creates an account with its wallet and trial minutes. @returns its id */
export function makeUser(person: { email?: string; name?: string } = {}): Promise<number> {
  const { email = `${randomUUID()}@example.com`, name = 'Ana Souza' } = person;
  return inTransaction((transaction) => createUser({ email, name }, transaction));
}
