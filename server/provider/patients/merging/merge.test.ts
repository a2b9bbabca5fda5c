import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { listPatients, type Patient } from '#contract'
import { onEachDatabase, refusal } from '#testing'
import { records } from '../testing/records.ts'

onEachDatabase('merging', (app) => {
  const admin = () => app().as('admin')
  const { query, add, read, update, merge, undo, getMerge, visit } = records(app)
  const pair = async (): Promise<[Patient, Patient]> => [
    await add({ givenName: 'Ann', familyName: 'Source' }),
    await add({ givenName: 'Anne', familyName: 'Target' }),
  ]

  before(async () => {
    await query('create extension if not exists btree_gist')
    // Tables that the code does not know, with various keys.
    await query(`
      create table visits (id uuid primary key, patient_id uuid not null references patients (live_id), note text);
      create table preferences (patient_id uuid primary key references patients, color text);
      create table allergies (
        patient_id uuid references patients, substance text, severity text, code int generated always as identity,
        primary key (patient_id, substance));
      create unique index allergies_of_code on allergies (patient_id, lower(severity)) where severity like 'S%';
      create table relations (
        id bigint generated always as identity primary key,
        "of Patient" uuid references patients, "to" uuid references patients, check ("of Patient" <> "to"));
      create table scribbles (patient_id uuid references patients, text text);
      create table days (day date, patient_id uuid references patients, primary key (day, patient_id))
        partition by range (day);
      create table days_of_2026 partition of days for values from ('2026-01-01') to ('2027-01-01');
      create table days_of_2027 partition of days for values from ('2027-01-01') to ('2028-01-01');
      create table plans (id int, patient_id uuid references patients, primary key (id, patient_id));
      create table doses (id int primary key, plan int, patient_id uuid references patients,
        foreign key (plan, patient_id) references plans deferrable);
      create table bookings (during int4range, patient_id uuid references patients, doctor int,
        exclude using gist (patient_id with =, during with &&));
      create schema other;
      create table other.visits (a text, b int, patient uuid references patients, primary key (a, b));
    `)
  })

  test('two records become one: gaps are filled, identifiers united, and the merged record names the survivor', async () => {
    const source = await add({
      givenName: 'Maria',
      familyName: 'Rossi',
      birthDate: '1990-01-02',
      sex: 'female',
      phone: '111',
      email: 'm@example.org',
      address: { line: 'Via Roma 1', city: 'Roma', country: 'IT' },
      identifiers: [
        { system: 'ins', value: 'S1', use: 'official' },
        { system: 'ins', value: 'both', use: 'usual' },
      ],
    })
    const target = await add({
      givenName: 'Maria',
      familyName: 'Bianchi',
      phone: '222',
      identifiers: [
        { system: 'ins', value: 'both', use: 'official' },
        { system: 'ins', value: 'T1' },
      ],
    })
    const merged = await merge(source, target, { reason: 'Married name' })
    assert.equal(merged.preview, false)
    assert.equal(merged.reason, 'Married name')
    assert.deepEqual(merged.mergedBy, { id: app().people.admin.id, name: app().people.admin.name })
    assert.deepEqual(merged.moved, { patient_identifiers: 1 })
    assert.deepEqual(merged.conflicts, [
      { field: 'familyName', source: 'Rossi', target: 'Bianchi', chosen: 'target' },
      { field: 'phone', source: '111', target: '222', chosen: 'target' },
    ])
    assert.deepEqual(merged.undo, { possible: true, blockers: [] })
    const survivor = await read(target.id)
    assert.deepEqual(merged.survivor, survivor)
    assert.deepEqual(survivor, {
      ...target,
      version: 2,
      birthDate: source.birthDate,
      sex: 'female',
      email: source.email,
      address: source.address,
      identifiers: [...target.identifiers, { system: 'ins', value: 'S1', use: 'old' }],
      updatedAt: survivor.updatedAt,
    })
    const retired = await read(source.id)
    assert.deepEqual(merged.retired, retired)
    assert.deepEqual(retired, {
      ...source,
      version: 2,
      status: 'merged',
      mergedInto: target.id,
      updatedAt: retired.updatedAt,
    })
    assert.deepEqual(await getMerge(merged), merged)
    const { detail } = await refusal(update(source, { phone: '1' }), 'patient_merged')
    assert.ok(detail.includes(target.id) && detail.includes('Maria Bianchi'), detail)
    for (const search of [{ q: 'S1' }, { identifier: 'ins|S1' }, { identifier: 'both' }, { q: source.id }]) {
      const { data } = await admin().call(listPatients, search)
      assert.deepEqual(
        data.map(({ id }) => id),
        [target.id],
        JSON.stringify(search),
      )
    }
    assert.ok(
      (await admin().call(listPatients, { status: 'merged' })).data.some(({ id }) => id === source.id),
    )
  })

  test('each field can be chosen from either record, or set to a value', async () => {
    const source = await add({
      givenName: 'Al',
      familyName: 'Old',
      birthDate: '1990-01-02',
      phone: '1',
      sex: 'male',
    })
    const target = await add({
      givenName: 'Albert',
      familyName: 'New',
      birthDate: '1990-02-01',
      phone: '2',
      sex: 'female',
    })
    const merged = await merge(source, target, {
      fieldChoices: {
        givenName: 'target',
        familyName: 'Newest',
        birthDate: 'source',
        phone: null,
        address: { city: 'Ulm' },
        sex: 'other',
      },
    })
    const { givenName, familyName, birthDate, phone, address, sex } = merged.survivor
    assert.deepEqual(
      { givenName, familyName, birthDate, phone, city: address.city, sex },
      {
        givenName: 'Albert',
        familyName: 'Newest',
        birthDate: '1990-01-02',
        phone: null,
        city: 'Ulm',
        sex: 'other',
      },
    )
    assert.deepEqual(
      merged.conflicts.map(({ field, chosen }) => `${field}: ${chosen}`),
      ['givenName: target', 'familyName: value', 'birthDate: source', 'sex: value', 'phone: value'],
    )
    assert.deepEqual(merged.warnings, [
      'The birth dates differ. Are both records of one person?',
      'The sexes differ. Are both records of one person?',
    ])
  })

  test('a merge cannot remove both names', async () => {
    const [source, target] = await pair()
    const nameless = merge(source, target, { fieldChoices: { givenName: null, familyName: null } })
    const { errors } = await refusal(nameless, 'validation_failed')
    assert.deepEqual(
      errors?.map(({ path }) => path),
      ['fieldChoices.givenName', 'fieldChoices.familyName'],
    )
    assert.equal((await read(source.id)).status, 'active')
  })

  test('rows of new tables move, whatever their keys, and undoing moves every row back', async () => {
    const [source, target] = await pair()
    const other = await add({ givenName: 'Third' })
    const ids = [await visit(source, 'a'), await visit(source, 'b'), await visit(target, 'c')]
    await query(`insert into preferences values ('${source.id}', 'red')`)
    await query(`insert into allergies (patient_id, substance, severity) values
      ('${source.id}', 'nuts', 'Severe'), ('${target.id}', 'milk', 'SEVERE'),
      ('${source.id}', 'eggs', 'mild'), ('${target.id}', 'eggs', 'mild'), ('${source.id}', 'dust', 'mild')`)
    await query(`insert into relations ("of Patient", "to") values
      ('${source.id}', '${target.id}'), ('${source.id}', '${other.id}'), ('${other.id}', '${source.id}')`)
    await query(
      `insert into scribbles values ('${source.id}', 'x'), ('${source.id}', 'x'), ('${target.id}', 'x')`,
    )
    await query(`insert into days values ('2026-02-01', '${source.id}'), ('2027-02-01', '${source.id}'),
      ('2027-02-01', '${target.id}')`)
    await query(`insert into plans values (1, '${source.id}'), (2, '${target.id}')`)
    await query(`insert into doses values (1, 1, '${source.id}'), (2, 2, '${target.id}')`)
    await query(`insert into bookings values ('[1,3]', '${source.id}'), ('[5,6]', '${source.id}'),
      ('[2,4]', '${target.id}')`)
    await query(`insert into other.visits values ('one', 1, '${source.id}')`)
    const before = await everything()

    const preview = await merge(source, target, { preview: true })
    assert.deepEqual(await everything(), before)
    const merged = await merge(source, target)
    assert.deepEqual(merged.moved, {
      allergies: 1,
      bookings: 1,
      days: 1,
      doses: 1,
      'other.visits': 1,
      plans: 1,
      preferences: 1,
      relations: 2,
      scribbles: 2,
      visits: 2,
    })
    assert.deepEqual(merged.warnings, [
      '2 rows of allergies stay with the merged record because the survivor cannot have both.',
      '1 row of bookings stays with the merged record because the survivor cannot have both.',
      '1 row of days stays with the merged record because the survivor cannot have both.',
      '1 row of relations stays with the merged record because the survivor cannot have both.',
    ])
    assert.deepEqual(
      {
        ...preview,
        survivor: { ...preview.survivor, updatedAt: '' },
        retired: { ...preview.retired, updatedAt: '' },
      },
      {
        ...merged,
        id: null,
        preview: true,
        mergedAt: null,
        survivor: { ...merged.survivor, updatedAt: '' },
        retired: { ...merged.retired, updatedAt: '' },
      },
    )
    assert.deepEqual(
      (await query('select id from visits where patient_id = $1 order by id', [target.id])).map(
        ({ id }) => id,
      ),
      ids.toSorted(),
    )

    const undone = await undo(merged)
    assert.deepEqual(undone.undo, { possible: false, blockers: ['The merge is already undone.'] })
    assert.deepEqual(undone.undoneBy, undone.mergedBy)
    assert.deepEqual(await everything(), before)
    await refusal(undo(merged), 'merge_undone')
  })

  async function everything() {
    const tables = [
      'visits',
      'preferences',
      'allergies',
      'relations',
      'scribbles',
      'days',
      'plans',
      'doses',
      'bookings',
      'other.visits',
    ]
    const known = await query(`
      select to_jsonb(p) - '{version,updated_at}'::text[] as row from patients p
      union all select to_jsonb(i) from patient_identifiers i
      ${tables.map((table) => `union all select to_jsonb(t) from ${table} t`).join(' ')}`)
    return known.map(({ row }) => JSON.stringify(row)).sort()
  }
})
