/** One store in a database of the browser, which is opened when it is first needed. */
export class BrowserStore {
  readonly #database: string;
  readonly #name: string;
  readonly #create: (database: IDBDatabase) => void;
  #opened: Promise<IDBDatabase> | undefined;

  /** @param create makes the store, called `name`, in a database that is new */
  constructor(database: string, name: string, create: (database: IDBDatabase) => void) {
    this.#database = database;
    this.#name = name;
    this.#create = create;
  }

  /** Runs `work` in one transaction. @returns what its request found, once all is on the disk */
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
        // Whoever forgets all of it, in this tab or another, does not have to wait for us.
        request.result.onversionchange = () => request.result.close();
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    });
    return this.#opened;
  }
}
