/** An IndexedDB object store, opened on first use. */
export class BrowserStore {
  readonly #database: string;
  readonly #name: string;
  readonly #create: (database: IDBDatabase) => void;
  #opened: Promise<IDBDatabase> | undefined;

  /** @param create creates the object store `name` in a new database */
  constructor(database: string, name: string, create: (database: IDBDatabase) => void) {
    this.#database = database;
    this.#name = name;
    this.#create = create;
  }

  /**
   * Runs `work` in one transaction. @returns the result of its request, after the transaction has completed
   */
  async run(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest | undefined,
  ): Promise<unknown> {
    const transaction = (await this.#open()).transaction(this.#name, mode);
    const request = work(transaction.objectStore(this.#name));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }

  #open(): Promise<IDBDatabase> {
    this.#opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#database, 1);
      request.onupgradeneeded = () => this.#create(request.result);
      request.onsuccess = () => {
        // Deleting the database, in this tab or another, must not be blocked by this connection.
        request.result.onversionchange = () => request.result.close();
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    });
    return this.#opened;
  }
}
