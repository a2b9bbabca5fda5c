import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  confirmGrant,
  createApiKey,
  getSettings,
  isUnconfirmed,
  revokeApiKey,
  updateSettings,
} from '#contract'
import { addNewcomer, meeting, onPostgres, refusal, type TestApp } from '#testing'

onPostgres('changes that wait, and what meets them', (app) => {
  const bank = async () => (await app().as('owner').call(getSettings)).letterhead.bank
  const confirm = (by: 'owner' | 'admin', grantId: string) => app().as(by).call(confirmGrant, { grantId })

  test('confirmed by two at once, a change takes effect once', async () => {
    const key = await app().withKey('admin')
    const id = await ask(key, 'Twice')
    const lock = `select from api_keys where id = '${key.keyId}' for update`
    const outcomes = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([confirm('owner', id), confirm('admin', id)]),
    )
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    assert.equal(lost.length, 1)
    await refusal(Promise.reject(lost[0]), 'grant_not_found')
    assert.equal(await bank(), 'Twice')
    assert.equal(await entries(app(), 'grant.confirm', id), 1)
  })

  test('confirmed while its key is revoked, a change took effect before or never does', async () => {
    const key = await app().withKey('admin')
    const id = await ask(key, 'Revoked')
    const lock = `select from grants where id = '${id}' for update`
    const [confirmed, revoked] = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([confirm('owner', id), app().as('admin').call(revokeApiKey, { keyId: key.keyId })]),
    )
    assert.equal(revoked.status, 'fulfilled')
    assert.equal((await bank()) === 'Revoked', confirmed.status === 'fulfilled')
    assert.equal(await entries(app(), 'grant.decline', id), confirmed.status === 'fulfilled' ? 0 : 1)
    if (confirmed.status === 'rejected') await refusal(Promise.reject(confirmed.reason), 'grant_not_found')
  })

  test('confirmed when its key has just been revoked, a change never takes effect', async () => {
    const key = await app().withKey('admin')
    const id = await ask(key, 'Just revoked')
    const lock = `select from api_keys where id = '${key.keyId}' for update`
    const change = `update api_keys set revoked_at = now() where id = '${key.keyId}'`
    const outcome = await meeting(app().databaseUrl, { lock, count: 1, change }, () =>
      Promise.allSettled([confirm('owner', id)]),
    )
    assert.equal(outcome[0].status, 'rejected')
    assert.notEqual(await bank(), 'Just revoked')
  })

  test('a change that someone else makes just before the confirmation is not overwritten', async () => {
    const id = await ask(await app().withKey('admin'), 'Theirs')
    const outcome = await meeting(
      app().databaseUrl,
      {
        lock: 'select from settings for update',
        count: 1,
        change: `update settings set letterhead = jsonb_set(letterhead::jsonb, '{bank}', '"Ours"')`,
      },
      () => Promise.allSettled([confirm('owner', id)]),
    )
    assert.equal(outcome[0].status, 'rejected')
    await refusal(Promise.reject((outcome[0] as PromiseRejectedResult).reason), 'stale_version')
    assert.equal(await bank(), 'Ours')
  })

  test('asked for while the key’s owner is demoted, a change leaves nothing that a promotion would bring back', async () => {
    const someone = await addNewcomer(app(), 'admin')
    const { token, id: keyId } = await someone.client.call(createApiKey, { name: 'Late' })
    const lock = `select from users where id = '${someone.id}' for update`
    const change = `update users set role = 'member' where id = '${someone.id}'`
    const outcome = await meeting(app().databaseUrl, { lock, count: 1, change }, () =>
      Promise.allSettled([ask(app().withToken(token), 'Late')]),
    )
    assert.equal(outcome[0].status, 'rejected')
    const left = app().db.reader.selectFrom('grants').select('id').where('apiKeyId', '=', keyId)
    assert.deepEqual(await left.execute(), [])
  })

  test('one call made twice at once is one grant', async () => {
    const key = await app().withKey('admin')
    const lock = `select from api_keys where id = '${key.keyId}' for update`
    const [first, second] = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.all([ask(key, 'Same'), ask(key, 'Same')]),
    )
    assert.equal(first, second)
    assert.equal(await entries(app(), 'grant.request', first), 1)
  })
})

async function ask(key: ReturnType<TestApp['withToken']>, bank: string): Promise<string> {
  const answer = await key.call(updateSettings, { letterhead: { bank } })
  assert.ok(isUnconfirmed(answer))
  return answer.id
}

async function entries({ db }: TestApp, action: string, targetId: string): Promise<number> {
  const found = db.reader.selectFrom('auditLog').select('id').where('action', '=', action)
  return (await found.where('targetId', '=', targetId).execute()).length
}
