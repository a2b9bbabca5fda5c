import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getSettings, listAuditLog, updateSettings } from '#contract'
import { onEachDatabase, refusal } from '#testing'

onEachDatabase('settings', (app) => {
  test('they are there from the start, for everyone to read', async () => {
    const settings = { organisationName: 'Aerie', timeZone: 'UTC', version: 1 }
    assert.deepEqual(await app().as('member').call(getSettings), settings)
    assert.deepEqual(await (await app().withKey('member')).call(getSettings), settings)
  })

  test('an admin changes them, which the audit log tells; the same again changes nothing', async () => {
    const { version } = await app().as('admin').call(getSettings)
    const changes = { organisationName: 'Eyrie Clinic', timeZone: 'Europe/Berlin' }
    const changed = await app()
      .as('admin')
      .call(updateSettings, { ...changes, version })
    assert.deepEqual(changed, { ...changes, version: version + 1 })
    assert.deepEqual(await app().as('owner').call(updateSettings, changes), changed)
    assert.deepEqual(await app().as('owner').call(updateSettings, {}), changed)
    const { data } = await app().as('owner').call(listAuditLog, { action: 'settings.change' })
    assert.deepEqual(
      data.map(({ actor, details }) => ({ actor: actor.email, details })),
      [{ actor: app().people.admin.email, details: changes }],
    )
  })

  test('a change to what someone else changed meanwhile is refused', async () => {
    const { version } = await app().as('admin').call(getSettings)
    const changed = await app().as('admin').call(updateSettings, { organisationName: 'First', version })
    const stale = app().as('owner').call(updateSettings, { organisationName: 'Second', version })
    await refusal(stale, 'stale_version')
    assert.deepEqual(await app().as('owner').call(getSettings), changed)
  })

  test('what is no time zone is refused, and so is a member', async () => {
    const before = await app().as('admin').call(getSettings)
    for (const timeZone of ['Mars/Olympus', '+02:00', '-03', '']) {
      const { errors } = await refusal(
        app().as('admin').call(updateSettings, { organisationName: 'Kept out', timeZone }),
        'validation_failed',
      )
      assert.deepEqual(
        errors?.map(({ path }) => path),
        ['timeZone'],
      )
    }
    await refusal(app().as('member').call(updateSettings, { organisationName: 'Mine' }), 'forbidden')
    assert.deepEqual(await app().as('admin').call(getSettings), before)
  })
})
