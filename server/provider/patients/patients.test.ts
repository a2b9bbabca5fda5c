import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  blankPatient,
  createPatient,
  getPatient,
  listPatients,
  mergePatients,
  type Patient,
  updatePatient,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'

onDatabase('patients', (app) => {
  const member = () => app().as('member')
  const find = async (query: Parameters<typeof search>[0]) => (await search(query)).data.map(({ id }) => id)
  const search = (query: {
    q?: string
    identifier?: string
    birthDate?: string
    phone?: string
    status?: 'merged'
  }) => member().call(listPatients, query)

  test('a script creates a patient with an API key and reads it back', async () => {
    const script = await app().withKey('member')
    const made = await script.call(createPatient, {
      givenName: 'Zoë',
      familyName: 'Åkesson',
      birthDate: '1980-02-29',
      sex: 'female',
      identifiers: [
        { system: 'insurance', value: 'Z-9', use: 'official' },
        { system: 'insurance', value: 'A-1' },
      ],
      phone: '+46 8 123 45',
      email: 'Zoe@Example.org',
      address: { line: 'Storgatan 1', city: 'Lund', country: 'SE' },
    })
    const { id, createdAt, updatedAt, ...rest } = made
    assert.deepEqual(rest, {
      ...blankPatient,
      version: 1,
      status: 'active',
      mergedInto: null,
      givenName: 'Zoë',
      familyName: 'Åkesson',
      birthDate: '1980-02-29',
      sex: 'female',
      identifiers: [
        { system: 'insurance', value: 'Z-9', use: 'official' },
        { system: 'insurance', value: 'A-1', use: 'usual' },
      ],
      phone: '+46 8 123 45',
      email: 'zoe@example.org',
      address: { line: 'Storgatan 1', city: 'Lund', region: null, postalCode: null, country: 'SE' },
    } satisfies Partial<Patient>)
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(await script.call(getPatient, { patientId: id }), made)
  })

  test('one name is required', async () => {
    assert.equal((await member().call(createPatient, { familyName: 'Solo' })).givenName, null)
    const { errors } = await refusal(member().call(createPatient, { givenName: ' ' }), 'validation_failed')
    assert.deepEqual(
      errors?.map(({ path }) => path),
      ['givenName', 'familyName'],
    )
    const { id: patientId } = await member().call(createPatient, { givenName: 'Only' })
    await refusal(member().call(updatePatient, { patientId, givenName: null }), 'validation_failed')
    await member().call(updatePatient, { patientId, givenName: null, familyName: 'Now' })
  })

  test('a repeated identifier is refused by field, and nothing is created', async () => {
    const twice = [
      { system: 'a', value: '1' },
      { system: 'b', value: '1' },
      { system: 'a', value: ' 1 ' },
    ]
    const made = member().call(createPatient, { givenName: 'Twice', identifiers: twice })
    const { errors } = await refusal(made, 'validation_failed')
    assert.deepEqual(errors, [{ path: 'identifiers[2].value', message: 'Same as identifier 1' }])
    assert.deepEqual(await find({ q: 'Twice' }), [])
  })

  test('a survivor with more identifiers than a new record can have can be updated', async () => {
    const identifiers = (of: string) =>
      Array.from({ length: 50 }, (_, n) => ({ system: of, value: `${n}`, use: 'usual' as const }))
    const [target, source] = await Promise.all(
      ['many', 'more'].map((of) =>
        member().call(createPatient, { givenName: of, identifiers: identifiers(of) }),
      ),
    )
    const { survivor } = await app()
      .as('admin')
      .call(mergePatients, { sourceId: source!.id, targetId: target!.id })
    const own = survivor.identifiers.map((identifier) => ({ ...identifier, use: 'secondary' as const }))
    assert.equal(own.length, 100)
    const edited = await member().call(updatePatient, { patientId: survivor.id, identifiers: own })
    assert.deepEqual(edited.identifiers, own)
    const tooMany = member().call(createPatient, { givenName: 'X', identifiers: own })
    await refusal(tooMany, 'validation_failed')
  })

  test('an update replaces only the given fields, and a stale one is refused', async () => {
    const before = await member().call(createPatient, {
      givenName: 'Ed',
      phone: '1234',
      address: { line: 'A', city: 'B' },
      identifiers: [
        { system: 's', value: '1' },
        { system: 's', value: '2' },
      ],
    })
    const { id: patientId, version } = before
    const identifiers = [
      { system: 's', value: '3', use: 'temp' as const },
      { system: 's', value: '2', use: 'old' as const },
    ]
    const after = await member().call(updatePatient, {
      patientId,
      version,
      familyName: 'Edit',
      address: { city: 'C' },
      identifiers,
    })
    assert.deepEqual(after, {
      ...before,
      version: 2,
      familyName: 'Edit',
      address: { ...before.address, city: 'C' },
      identifiers,
      updatedAt: after.updatedAt,
    })
    await refusal(member().call(updatePatient, { patientId, version, familyName: 'Late' }), 'stale_version')
    await refusal(member().call(updatePatient, { patientId: newId(), familyName: 'X' }), 'patient_not_found')
    assert.deepEqual(await member().call(updatePatient, { patientId, familyName: 'Edit', version: 2 }), after)
  })

  test('a search finds misspelled, unaccented, swapped and partial names, best match first', async () => {
    const [exact, near] = [
      await member().call(createPatient, { givenName: 'Jürgen', familyName: 'Weißmüller' }),
      await member().call(createPatient, { givenName: 'Jörg', familyName: 'Weismüller' }),
    ]
    for (const q of ['jurgen weissmuller', 'Weißmüller Jürgen', 'Jurgen Weißmuler']) {
      assert.deepEqual(await find({ q }), [exact.id, near.id], q)
    }
    for (const q of ['Weismuler', 'Jorg Weismuller', 'JÖRG WEISM'])
      assert.equal((await find({ q }))[0], near.id, q)
    const others: [string, string][] = [
      ['Иван Петров', 'иван петрв'],
      ['Ελένη Παπαδοπούλου', 'παπαδοπουλου'],
      ['李 小明', '小明'],
      ['محمد الحسن', 'الحسن'],
      ["Siobhan O'Brien", 'obrian'],
    ]
    for (const [name, q] of others) {
      const [givenName, familyName] = name.split(' ') as [string, string]
      const { id } = await member().call(createPatient, { givenName, familyName })
      assert.deepEqual(await find({ q }), [id], q)
    }
    const long = 'Ｗ'.repeat(200)
    const { id } = await member().call(createPatient, { givenName: long, familyName: 'ß'.repeat(200) })
    assert.deepEqual(await find({ q: long }), [id])
    assert.deepEqual(await find({ q: 'a b '.repeat(50) }), [])
    for (const q of ['%', '_', "'", '\\', '(', '|', '-']) assert.deepEqual(await find({ q }), [], q)
  })

  test('a search for a street finds who lives there, after all who have such a name', async () => {
    const add = (patient: object) => member().call(createPatient, patient)
    const living = await add({ givenName: 'Ottokar', address: { line: 'Quirinusgasse 7', city: 'Soest' } })
    const named = await add({ familyName: 'Qvirinusgass' })
    const { id } = await add({ givenName: 'Quirinusgasse' })
    for (const q of ['Quirinusgasse', 'quirinusg'])
      assert.deepEqual(await find({ q }), [id, named.id, living.id])
    assert.equal((await find({ q: 'quirinusgasse soest' })).at(-1), living.id)
    assert.equal((await find({ q: 'quirinusgasse 7' }))[0], living.id)
  })

  test('simultaneous patients with the same new name are all found, and once', async () => {
    const added = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        member().call(createPatient, { familyName: 'Xylophilus', givenName: `N${n}` }),
      ),
    )
    assert.deepEqual((await find({ q: 'xylophilu' })).sort(), added.map(({ id }) => id).sort())
  })

  test('a search for a name with a birth date or phone number finds the record with both first', async () => {
    const add = (birthDate: string, phone: string) =>
      member().call(createPatient, { givenName: 'Odile', familyName: 'Twinkelmann', birthDate, phone })
    const [one, other] = [await add('1941-05-06', '030 7771 2001'), await add('1942-05-06', '030 7771 2002')]
    for (const q of ['Odile Twinkelmann 6.5.1941', '1941-05-06 twinkelman', 'Twinkelmann 030-7771-2001'])
      assert.deepEqual(await find({ q }), [one.id, other.id], q)
  })

  test('a search finds identifiers, birth dates, phone numbers and ids before names', async () => {
    const { id } = await member().call(createPatient, {
      givenName: 'Found',
      birthDate: '1931-07-09',
      phone: '+49 (30) 5551-2',
      identifiers: [{ system: 'http://x|y', value: 'K|77-b' }],
    })
    const named = await member().call(createPatient, { givenName: 'K|77-b' })
    assert.deepEqual(await find({ q: 'k|77-B' }), [id, named.id])
    for (const q of ['1931-07-09', '9.7.1931', '030 5551 2', '004930 55512', '5551', id]) {
      assert.deepEqual(await find({ q }), [id], q)
    }
    for (const identifier of ['K|77-b', 'http://x|y|K|77-b'])
      assert.deepEqual(await find({ identifier }), [id])
    for (const identifier of ['77-b', 'y|K|77-b', 'k|77-b', 'http://x|y', '|K|77-b']) {
      assert.deepEqual(await find({ identifier }), [], identifier)
    }
    assert.deepEqual(await find({ birthDate: '1931-07-09' }), [id])
    assert.deepEqual(await find({ birthDate: '1931-07-09', phone: '5551' }), [id])
    assert.deepEqual(await find({ birthDate: '1931-07-09', phone: '5552' }), [])
    assert.deepEqual(await find({ identifier: 'K|77-b', status: 'merged' }), [])
    for (const q of ['31.2.1931', '0000-01-01', '99999-01-01', '1931-13-01'])
      assert.deepEqual(await find({ q }), [])
    await refusal(search({ phone: 'none' }), 'validation_failed')
  })

  test('an identifier is found exactly as written, in any script', async () => {
    for (const value of ['İX-1', 'ẞX-1', 'ÄX-1']) {
      const { id } = await member().call(createPatient, {
        givenName: 'Letters',
        identifiers: [{ system: 's', value }],
      })
      assert.deepEqual(await find({ identifier: value }), [id], value)
    }
  })

  for (const q of [undefined, 'Pagina']) {
    test(`paging ${q ? 'a search' : 'the list'} lists each patient once, even while others are created`, async () => {
      const names = ['Pagina', 'Pagina', 'Pagino', 'Pagina', 'Pagin', 'Paginna', 'Pagino', 'Pagina'].map(
        (familyName, n) => ({ givenName: q ?? `N${n}`, familyName }),
      )
      const made = new Set<string>()
      for (const name of names) made.add((await member().call(createPatient, name)).id)
      const all = await member().call(listPatients, { limit: 200, ...(q && { q }) })
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof search>> = await member().call(listPatients, {
          limit: 3,
          ...(q && { q }),
          ...(cursor && { cursor }),
        })
        seen.push(...page.data.map(({ id }) => id))
        cursor = page.nextCursor
        await member().call(createPatient, { givenName: q ?? 'Late', familyName: 'Pagina' })
      } while (cursor)
      assert.equal(new Set(seen).size, seen.length)
      const order = all.data.map(({ id }) => id).filter((id) => made.has(id))
      assert.deepEqual(
        seen.filter((id) => made.has(id)),
        order,
      )
      const bad = { cursor: 'bm9uZQ', ...(q && { q }) }
      await refusal(member().call(listPatients, bad), 'validation_failed')
    })
  }
})
