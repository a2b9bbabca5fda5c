const works = new WeakMap<object, (() => void)[]>()

/** Runs `work` once this transaction has committed, and never if it is rolled back. `work` must not throw. */
export function afterCommit(tx: object, work: () => void): void {
  works.get(tx)?.push(work)
}

/** Starts collecting work for after a transaction's commit, and returns the function that runs it. */
export function collectAfterCommit(tx: object): () => void {
  const collected: (() => void)[] = []
  works.set(tx, collected)
  return () => {
    for (const work of collected) work()
  }
}
