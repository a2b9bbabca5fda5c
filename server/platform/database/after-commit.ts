import type { Transaction } from './database.ts'

const works = new WeakMap<Transaction, (() => void)[]>()

/** Does something once this transaction has committed, and never where it does not. It must not throw. */
export function afterCommit(tx: Transaction, work: () => void): void {
  works.get(tx)?.push(work)
}

/** Begins to collect what is left for after a transaction's commit, and gives what does it. */
export function collectAfterCommit(tx: Transaction): () => void {
  const left: (() => void)[] = []
  works.set(tx, left)
  return () => {
    for (const work of left) work()
  }
}
