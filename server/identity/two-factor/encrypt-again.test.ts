import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, Secrets } from '#platform'
import { onDatabase, testSecret, testSecrets } from '#testing'
import { encryptTwoFactorAgain } from './encrypt-again.ts'
import { decryptTotpSecret, encryptTotpSecret } from './totp-secret.ts'

onDatabase('encrypting two-factor authentication data again', (app) => {
  test('changes all of it to the newest secret once, and leaves what it cannot decrypt', async () => {
    const { db } = app()
    const plain = Buffer.alloc(20, 7)
    const unknown = new Secrets(['a secret that was removed too early'])
    const ids = Array.from({ length: 205 }, newId)
    await db.transaction(async (tx) => {
      const users = ids.map((id) => ({ id, name: 'Someone', email: `${id}@aerie.test`, role: 'member' }))
      await tx.insertInto('users').values(users).execute()
      const rows = ids.map((userId, n) => ({
        userId,
        ...encryptTotpSecret(n === 1 ? unknown : testSecrets, plain, userId),
      }))
      await tx.insertInto('twoFactor').values(rows).execute()
    })
    const added = 'a newer secret that only this test knows'
    const rotating = new Secrets([added, testSecret])
    assert.equal(await encryptTwoFactorAgain(db, rotating), 204)
    assert.equal(await encryptTwoFactorAgain(db, rotating), 0)
    const rows = await db.reader.selectFrom('twoFactor').selectAll().execute()
    const lost = rows.filter(
      (row) => !decryptTotpSecret(new Secrets([added]), row, row.userId)?.equals(plain),
    )
    assert.deepEqual(
      lost.map(({ userId, encryptedWith }) => [userId, encryptedWith]),
      [[ids[1], unknown.newest.id]],
    )
  })
})
