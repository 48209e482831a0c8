import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Returns a function that opens an IndexedDB database, on its first call. @param create its object stores */
export function browserStore<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  return () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade: create,
      // Deleting the database, in this tab or another, must not be blocked by this connection.
      blocking: (_current, _blocked, { target }) => (target as IDBDatabase).close(),
    });
    return opened;
  };
}
