import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey, identifyApiKeys, mostKeysAtOnce, revokeApiKey, updateUser } from '#contract'
import { addNewcomer, onDatabase, refusal } from '#testing'
import { issueToken, sha256 } from './token.ts'

const unknown = () => sha256(issueToken().token)

onDatabase('whose token it is', (app) => {
  test('owner and admins find everyone’s keys by the hashes of tokens, members only their own', async () => {
    const { id, email, client } = await addNewcomer(app(), 'member')
    const theirs = await client.call(createApiKey, { name: 'Nightly export' })
    const admins = await app().as('admin').call(createApiKey, { name: 'Of the admin' })
    const hashes = [unknown(), sha256(theirs.token), sha256(admins.token), sha256(theirs.token)]

    const { data } = await app().as('owner').call(identifyApiKeys, { hashes })
    assert.deepEqual(await app().as('admin').call(identifyApiKeys, { hashes }), { data })
    assert.deepEqual(
      data.map(({ hash, owner }) => [hash, owner.email]),
      [
        [sha256(admins.token), 'admin@aerie.test'],
        [sha256(theirs.token), email],
      ],
    )
    const { token: _, ...created } = theirs
    assert.deepEqual(data[1]?.key, created)
    assert.deepEqual(data[1]?.owner, { id, name: data[1]?.owner.name, email, disabled: false })

    assert.deepEqual((await client.call(identifyApiKeys, { hashes })).data, [data[1]])
    assert.deepEqual((await app().as('member').call(identifyApiKeys, { hashes })).data, [])
  })

  test('revoked keys and those of disabled users are found, too', async () => {
    const { id: userId, client } = await addNewcomer(app(), 'member')
    const { token, id: keyId } = await client.call(createApiKey, { name: 'Leaked' })
    await client.call(revokeApiKey, { keyId })
    await app().as('owner').call(updateUser, { userId, disabled: true })
    const { data } = await app()
      .as('admin')
      .call(identifyApiKeys, { hashes: [sha256(token)] })
    assert.deepEqual(
      data.map(({ key, owner }) => [key.status, owner.disabled]),
      [['revoked', true]],
    )
  })

  test('a call has 1 to 1000 hashes of 64 lower-case hexadecimal digits, and no tokens', async () => {
    const member = app().as('member')
    const { token } = issueToken()
    const many = Array.from({ length: mostKeysAtOnce }, unknown)
    assert.deepEqual(await member.call(identifyApiKeys, { hashes: many }), { data: [] })
    for (const hashes of [
      [],
      [...many, unknown()],
      [token],
      [sha256(token).toUpperCase()],
      [sha256(token).slice(1)],
      [`${sha256(token)}00`],
      [''],
    ]) {
      await refusal(member.call(identifyApiKeys, { hashes }), 'validation_failed')
    }
  })
})
