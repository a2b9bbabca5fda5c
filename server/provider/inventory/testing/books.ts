import assert from 'node:assert/strict'
import type { TestApp } from '#testing'
import { inventoryInvariants } from '../invariants.ts'

/** Asserts that the ledger is balanced: that all invariants of the inventory hold. */
export const assertBooks = ({ db }: TestApp): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { rule, check } of inventoryInvariants)
      for await (const broken of check({ tx, atPresent: (ask) => ask(tx) }))
        assert.fail(`${rule}: ${broken.what}`)
  })
