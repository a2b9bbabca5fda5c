import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Access,
  createInvitation,
  fullAccess,
  getSettings,
  isUnconfirmed,
  listAuditLog,
  noAccess,
  type Settings,
  updateSettings,
  updateUser,
} from '#contract'
import { addNewcomer, onDatabase, refusal } from '#testing'

onDatabase('settings', (app) => {
  test('they are there from the start, for everyone to read', async () => {
    const settings = await app().as('member').call(getSettings)
    const { organisationName, timeZone, currency, termsDays, taxRates, invoiceSeries, version } = settings
    assert.deepEqual(
      { organisationName, timeZone, currency, termsDays, version },
      { organisationName: 'Aerie', timeZone: 'UTC', currency: 'EUR', termsDays: 30, version: 1 },
    )
    assert.equal(taxRates.filter(({ isDefault }) => isDefault).length, 1)
    assert.deepEqual(invoiceSeries, [{ name: 'INV', prefix: 'INV-', digits: 5 }])
    assert.deepEqual(await (await app().withKey('member')).call(getSettings), settings)
  })

  test('an admin changes them, which the audit log tells; the same again changes nothing', async () => {
    const before = await app().as('admin').call(getSettings)
    const { version, organisationName, timeZone } = before
    const formerly = { organisationName, timeZone }
    const changes = { organisationName: 'Eyrie Clinic', timeZone: 'Europe/Berlin' }
    const changed = await app()
      .as('admin')
      .call(updateSettings, { ...changes, version })
    assert.deepEqual(changed, { ...before, ...changes, version: version + 1 })
    assert.deepEqual(await app().as('owner').call(updateSettings, changes), changed)
    assert.deepEqual(await app().as('owner').call(updateSettings, {}), changed)
    const { data } = await app().as('owner').call(listAuditLog, { action: 'settings.change' })
    assert.deepEqual(
      data.map(({ actor, details }) => ({ actor: actor.email, details })),
      [{ actor: app().people.admin.email, details: { ...changes, formerValues: JSON.stringify(formerly) } }],
    )
  })

  test('letterhead, tax rates and series are changed, a part of the letterhead alone', async () => {
    const before = await app().as('admin').call(getSettings)
    const after = (await app()
      .as('admin')
      .call(updateSettings, {
        currency: 'KWD',
        termsDays: 14,
        letterhead: { city: 'Berlin', country: 'DE', electronicAddress: '9930:DE123456789' },
        taxRates: [
          { name: 'Standard', category: 'S', rate: 19.0 },
          { name: 'Reduced', category: 'S', rate: '7.00', isDefault: true },
        ],
        invoiceSeries: [{ name: 'A', prefix: 'A/', digits: 4 }],
        creditNoteSeries: { name: 'C', prefix: 'C/', digits: 4 },
      })) as Settings
    assert.deepEqual(after.letterhead, {
      ...before.letterhead,
      city: 'Berlin',
      country: 'DE',
      electronicAddress: '9930:DE123456789',
    })
    assert.deepEqual(
      after.taxRates.map(({ rate, isDefault }) => ({ rate, isDefault })),
      [
        { rate: '19', isDefault: false },
        { rate: '7', isDefault: true },
      ],
    )
    assert.equal(after.version, before.version + 1)
    assert.deepEqual(await app().as('member').call(getSettings), after)
    const again = (await app()
      .as('admin')
      .call(updateSettings, { letterhead: { city: 'Berlin' } })) as Settings
    assert.equal(again.version, after.version)
  })

  test('settings by which an invoice could not be taxed or numbered are refused, field by field', async () => {
    const before = await app().as('admin').call(getSettings)
    const exempt = { name: 'Exempt', category: 'E' as const, rate: '0' }
    const series = { name: 'X', prefix: 'X-', digits: 3 }
    for (const [changes, path] of [
      [{ taxRates: [{ ...exempt, rate: '5' }] }, 'taxRates[0].rate'],
      [{ taxRates: [exempt, { ...exempt, category: 'S' as const }] }, 'taxRates[1].rate'],
      [{ taxRates: [exempt, exempt] }, 'taxRates[1]'],
      [{ taxRates: [] }, 'taxRates'],
      [{ invoiceSeries: [series, { ...series, prefix: 'Y-' }] }, 'invoiceSeries[1].name'],
      [{ invoiceSeries: [series], creditNoteSeries: { ...series, name: 'Z' } }, 'creditNoteSeries.prefix'],
      [{ currency: 'EURO' }, 'currency'],
      [{ currency: 'QQQ' }, 'currency'],
      [{ termsDays: 366 }, 'termsDays'],
      [{ letterhead: { country: 'Germany' } }, 'letterhead.country'],
      [{ letterhead: { electronicAddress: 'DE123456789' } }, 'letterhead.electronicAddress'],
    ] as const) {
      const { errors } = await refusal(
        app()
          .as('admin')
          .call(updateSettings, structuredClone(changes) as object),
        'validation_failed',
      )
      assert.deepEqual(
        errors?.map((error) => error.path),
        [path],
      )
    }
    assert.deepEqual(await app().as('admin').call(getSettings), before)
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

  test('bank details take access to billing', async () => {
    const bankDetails = { iban: 'DE75512108001245126199', bic: 'SOLADEST600', bank: 'A bank' }
    await app().as('owner').call(updateSettings, { letterhead: bankDetails })
    const { id: userId, client } = await addNewcomer(app(), 'member')
    const seen = async () => {
      const { iban, bic, bank } = (await client.call(getSettings)).letterhead
      return { iban, bic, bank }
    }
    assert.deepEqual(await seen(), bankDetails)
    await app()
      .as('owner')
      .call(updateUser, { userId, access: { billing: 'none' } })
    assert.deepEqual(await seen(), { iban: '', bic: '', bank: '' })
  })

  test('new users have access to the halves that are used, until a default is set', async () => {
    const owner = app().as('owner')
    const accessOf = async (email: string, access?: Partial<Access>) =>
      (await owner.call(createInvitation, { email, role: 'member', ...(access && { access }) })).access
    assert.deepEqual(await accessOf('one@aerie.test'), fullAccess)
    await owner.call(updateSettings, { uses: 'insights' })
    assert.deepEqual(await accessOf('two@aerie.test'), { ...noAccess, insights: 'edit' })
    await owner.call(updateSettings, { uses: 'clinic' })
    assert.deepEqual(await accessOf('three@aerie.test'), { ...fullAccess, insights: 'none' })
    await owner.call(updateSettings, { defaultAccess: { billing: 'view' } })
    await owner.call(updateSettings, { uses: 'both' })
    const usual = { ...fullAccess, insights: 'none', billing: 'view' }
    assert.deepEqual(await accessOf('four@aerie.test'), usual)
    assert.deepEqual(await accessOf('five@aerie.test', { patients: 'none' }), { ...usual, patients: 'none' })
    const key = await app().withKey('owner')
    assert.ok(isUnconfirmed(await key.call(updateSettings, { defaultAccess: { insights: 'view' } })))
    assert.ok(isUnconfirmed(await key.call(updateSettings, { uses: 'insights' })))
    assert.ok(!isUnconfirmed(await key.call(updateSettings, { defaultAccess: { billing: 'none' } })))
  })
})
