import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { onEachDatabase, refusal } from '#testing'
import { records } from '../../patients/testing/records.ts'
import { errorsOf, type Given, imported, inputOf } from './testing/files.ts'

const none = { created: 0, updated: 0, unchanged: 0, flagged: 0, failed: 0 }

onEachDatabase('the import of patients', (app) => {
  const { query, read, update, merge } = records(app)
  const run = (content: string | Uint8Array<ArrayBuffer>, given: Partial<Given> = {}) =>
    imported(app(), 'patients', content, given)
  const find = async (q: string) => (await app().as('admin').call(api.listPatients, { q })).data
  const count = async () => Number((await query('select count(*) from patients'))[0].count)

  test('creates patients by the names of the columns, with their history and what finds them', async () => {
    const done = await run(
      'Patient No.;First name;Surname;Date of birth;Gender;Phone;Street;Postcode;identifiers\r\n' +
        `1;Zoë;Quill;1984-03-11;Female;'+49 30 1;Lindenstr. 5;50667;"[{""system"":""ahv"",""value"":""7""}]"\r\n` +
        '\r\n2;;Vexley;;;;;;\r\n',
    )
    assert.deepEqual(
      [done.status, done.counts, done.progress, done.key],
      ['done', { ...none, created: 2 }, { done: 2, total: 2 }, 'Patient No.'],
    )
    const [zoe] = await find('Zoe Quill')
    assert.deepEqual(
      { ...zoe, id: '', createdAt: '', updatedAt: '' },
      {
        ...api.blankPatient,
        ...{ id: '', version: 1, status: 'active', mergedInto: null, givenName: 'Zoë', familyName: 'Quill' },
        ...{ birthDate: '1984-03-11', sex: 'female', phone: '+49 30 1' },
        identifiers: [{ system: 'ahv', value: '7', use: 'usual' }],
        address: { line: 'Lindenstr. 5', city: null, region: null, postalCode: '50667', country: null },
        ...{ createdAt: '', updatedAt: '' },
      },
    )
    const { data } = await app().as('admin').call(api.listPatientHistory, { patientId: zoe!.id })
    assert.deepEqual(
      data.map(({ kind, changedBy }) => [kind, changedBy.id]),
      [['create', app().people.admin.id]],
    )
  })

  test('imports a row once, and later only if it changed, so that edits stay', async () => {
    const file = (phone: string) => `id,family name,phone\n10,Once,${phone}\n11,Other,\n`
    await run(file('1'))
    const [once] = await find('Once')
    await update(once!, { phone: '999' })
    assert.deepEqual((await run(file('1'))).counts, { ...none, unchanged: 2 })
    assert.equal((await read(once!.id)).phone, '999')
    assert.deepEqual((await run(file('2'))).counts, { ...none, updated: 1, unchanged: 1 })
    const updated = await read(once!.id)
    assert.deepEqual([updated.phone, updated.version], ['2', 3])
  })

  test('matches columns by hand, with identifiers, and leaves the others alone', async () => {
    const columns = { Code: 'externalId', Who: 'familyName', Card: 'identifier:insurance' }
    await run('Code,Who,Card,Phone\n20,Handy,C-1,5\n', { columns })
    const [handy] = await find('Handy')
    assert.deepEqual([handy!.phone, handy!.identifiers[0]?.value], [null, 'C-1'])
    await update(handy!, {
      phone: '7',
      identifiers: [...handy!.identifiers, { system: 'passport', value: 'P' }],
    })
    await run('Code,Who,Card,Phone\n20,Handy,C-2,5\n', { columns })
    const after = await read(handy!.id)
    assert.deepEqual([after.phone, after.identifiers.map(({ value }) => value).sort()], ['7', ['C-2', 'P']])
  })

  test('takes any column as the key, also one of a field', async () => {
    const file = 'surname,email\nKeyed,keyed@aerie.test\n'
    await refusal(
      app()
        .as('admin')
        .call(api.createImport, inputOf(file, { kind: 'patients' })),
      'validation_failed',
    )
    assert.deepEqual((await run(file, { key: 'email' })).counts, { ...none, created: 1 })
    assert.deepEqual((await run(file, { key: 'email' })).counts, { ...none, unchanged: 1 })
  })

  test('reports one message per invalid row and field, and imports the others', async () => {
    const done = await run(
      'id,given name,family name,birth date,sex,email,country,identifiers\n' +
        '30,Good,Rowe,1990-01-01,,,,\n' +
        '31,Bad,Rowe,01/02/1990,x,nobody,Germany,5\n' +
        '32,,,1990-01-01,,,,\n' +
        ',No,Key,,,,,\n' +
        '30,Again,Rowe,,,,,\n' +
        '33,More,Cells,,,,,,surplus\n' +
        '34,Twice,Rowe,,,,,"[{""system"":""a"",""value"":""1""},{""system"":""a"",""value"":""1""}]"\n',
    )
    assert.deepEqual([done.status, done.counts], ['done', { ...none, created: 1, failed: 6 }])
    assert.deepEqual(await errorsOf(app(), done), [
      '3 identifiers: Enter a JSON array such as [{"system":"insurance","value":"A-1"}], or use one column per system',
      '4 givenName: Enter a given name or a family name.',
      '4 familyName: Enter a given name or a family name.',
      '5 key: Enter a value: this column identifies the row',
      '6 key: The same key as row 2',
      '7 null: The row has 9 cells, but the header only 8',
      '8 identifiers: Same as identifier 1',
    ])
    const wrong = await run(
      'id,family name,birth date,sex,email,country\n39,Bad,01/02/1990,x,nobody,Germany\n',
    )
    assert.deepEqual(await errorsOf(app(), wrong), [
      '2 birthDate: Enter a date such as 2026-01-31',
      '2 sex: Enter female, male, other or unknown',
      '2 email: Enter an email address',
      '2 country: Enter at most 2 characters',
    ])
  })

  test('flags likely duplicates of existing patients and of rows before, and creates none', async () => {
    const person = 'Wilhelmina,Oberhuber,1971-05-17,+43 1 5550123'
    const header = 'id,given name,family name,birth date,phone\n'
    await run(`${header}40,${person}\n`)
    const [known] = await find('Oberhuber')
    const before = await count()
    const file = `${header}41,${person}\n42,Ignatius,Quarles,1969-09-09,+1 555 0199\n43,Ignatius,Quarles,1969-09-09,+1 555 0199\n`
    const done = await run(file)
    assert.deepEqual(done.counts, { ...none, created: 1, flagged: 2 })
    const { data } = await app().as('admin').call(api.listImportErrors, { importId: done.id })
    assert.deepEqual(
      data.map(({ row, kind, patientId }) => [row, kind, patientId]),
      [
        [2, 'duplicate', known!.id],
        [4, 'duplicate', null],
      ],
    )
    assert.match(
      data[0]!.message,
      /^Likely the same patient as Wilhelmina Oberhuber, born 1971-05-17 \(9\d%\)$/,
    )
    assert.match(data[1]!.message, /Ignatius Quarles, born 1969-09-09 in row 3/)
    assert.equal(await count(), before + 1)
    assert.deepEqual((await run(file)).counts, { ...none, unchanged: 1, flagged: 2 })
  })

  test('flags a row that would turn a patient into another person, and changes nothing', async () => {
    const header = 'id,given name,family name,birth date\n'
    const first = `${header}45,Ottoline,Fennimore,1958-02-14\n46,Barnaby,Thrush,1990-10-01\n47,Ysolde,Marchbanks,\n`
    await run(first)
    const [ottoline] = await find('Fennimore')
    // Another practice has the same patient numbers.
    const other = `${header}45,Cosmo,Fennimore,1983-07-29\n46,Barnabas,Thrush,1990-01-10\n47,Leopold,Gantry,1971-12-24\n`
    const dry = await run(other, { dryRun: true })
    const done = await run(other)
    assert.deepEqual(done.counts, { ...none, updated: 1, flagged: 2 })
    assert.deepEqual([dry.counts, await errorsOf(app(), dry)], [done.counts, await errorsOf(app(), done)])
    assert.deepEqual(await read(ottoline!.id), ottoline)
    const { data } = await app().as('admin').call(api.listImportErrors, { importId: done.id })
    assert.deepEqual(data[0], {
      ...{ row: 2, kind: 'mismatch', field: null, column: null, patientId: ottoline!.id },
      message:
        'The row has another name and date of birth (Cosmo Fennimore, born 1983-07-29) than the patient with this key (Ottoline Fennimore, born 1958-02-14)',
    })
    assert.deepEqual((await run(first)).counts, { ...none, updated: 1, unchanged: 2 })
  })

  test('does not write to a merged record', async () => {
    await run('id,family name\n50,Merging\n51,Surviving\n')
    const [source] = await find('Merging')
    const [target] = await find('Surviving')
    await merge(source!, target!)
    const same = await run('id,family name\n50,Merging\n')
    assert.deepEqual(same.counts, { ...none, unchanged: 1 })
    const changed = await run('id,family name\n50,Renamed\n')
    assert.deepEqual(changed.counts, { ...none, flagged: 1 })
    assert.deepEqual(await errorsOf(app(), changed), ['2 null: Merging was merged into another patient'])
    assert.equal((await read(target!.id)).familyName, 'Surviving')
  })

  test('of a dry run counts and reports the same, and saves nothing', async () => {
    const before = await count()
    const file = 'id,family name,sex\n60,Dryden,\n61,Rundell,x\n'
    const dry = await run(file, { dryRun: true })
    assert.deepEqual([dry.dryRun, dry.counts], [true, { ...none, created: 1, failed: 1 }])
    assert.equal(await count(), before)
    const entries = async () =>
      (await app().as('admin').call(api.listAuditLog, { action: 'import.create' })).data
    assert.ok((await entries()).every(({ target }) => target.id !== dry.id))
    const done = await run(file)
    assert.deepEqual([done.counts, await errorsOf(app(), done)], [dry.counts, await errorsOf(app(), dry)])
    assert.deepEqual(
      (await entries()).filter(({ target }) => target.id === done.id).map(({ details }) => details),
      [{ kind: 'patients', rows: 2 }],
    )
  })

  test('of a file in Windows-1252, with tabs, or as NDJSON', async () => {
    const windows = Buffer.from('id\tsurname\n70\tM\u00fcnch\u00e9\n', 'latin1')
    assert.deepEqual((await run(new Uint8Array(windows))).counts, { ...none, created: 1 })
    assert.equal((await find('Münché'))[0]?.familyName, 'Münché')
    const lines = [
      { externalId: 71, familyName: 'Linefeed', phone: 123, identifiers: [{ system: 'a', value: 'B' }] },
      { externalId: '72', familyName: null, givenName: 'Later', extra: {} },
    ]
    const done = await run(`\ufeff${lines.map((line) => JSON.stringify(line)).join('\n')}\n[1]\n{"a\n`)
    assert.deepEqual(done.counts, { ...none, created: 2, failed: 2 })
    assert.deepEqual(await errorsOf(app(), done), [
      '3 null: The line is not a JSON object',
      '4 null: The line is not a JSON object',
    ])
  })

  test('refuses a file or columns that cannot be imported, and keeps nothing', async () => {
    const admin = app().as('admin')
    const refused = async (content: string | Uint8Array<ArrayBuffer>, given: object = {}) => {
      const sent = admin.call(api.createImport, inputOf(content, { kind: 'patients', ...given }))
      const { errors = [] } = await refusal(sent, 'validation_failed')
      return errors.map(({ path, message }) => `${path}: ${message}`)
    }
    assert.deepEqual(await refused(''), ['file: The file has no rows below a header.'])
    assert.deepEqual(await refused('id,surname\n'), ['file: The file has no rows below a header.'])
    assert.deepEqual(await refused('id,id\n1,2\n'), ['file: Two columns are named id.'])
    assert.deepEqual(await refused(new Uint8Array([0xff, 0xfe, 0x41, 0])), [
      'file: The file is UTF-16. Save it as UTF-8.',
    ])
    assert.deepEqual(await refused(new Uint8Array([0x41, 0x81, 0x0a, 0x42])), [
      'file: The file is neither UTF-8 nor Windows-1252. Save it as UTF-8.',
    ])
    assert.deepEqual(await refused('PK\u0003\u0004\u0000'), [
      'file: The file is not text. Save it as CSV (UTF-8).',
    ])
    assert.match(
      (await refused('id,surname\n1,"open\n2,x\n'))[0]!,
      /^file: A quotation mark before line \d+ is never/,
    )
    assert.match(
      (await refused(`id,surname\n1,${'x'.repeat(100_001)}\n`))[0]!,
      /^file: The row at line 2 has more/,
    )
    assert.deepEqual(await refused('a,b\n1,2\n'), [
      'columns: No column has the name of a field of patients. Match them yourself.',
    ])
    const file = 'id,surname\n1,A\n'
    assert.deepEqual(await refused(file, { columns: { name: 'familyName' } }), [
      'columns.name: The file has no such column',
    ])
    assert.deepEqual(await refused(file, { columns: { surname: 'sku' } }), [
      'columns.surname: sku is not a field of patients',
    ])
    assert.deepEqual(await refused(file, { columns: { id: 'familyName', surname: 'familyName' } }), [
      'columns.surname: Column id is familyName already',
    ])
    assert.deepEqual(await refused(file, { key: 'x' }), ['key: The file has no column x'])
    assert.deepEqual(await refused('surname\nA\n'), [
      'key: Choose the column that identifies each row, such as a patient number.',
    ])
    await refusal(admin.call(api.createImport, { kind: 'patients' } as never), 'validation_failed')
    assert.deepEqual((await query('select count(*) from imports where finished_at is null'))[0].count, 0)
  })

  test('imports every row of a file of several batches, and lists errors in the order of rows', async () => {
    const row = (n: number) => `B${n},Batch${'abcdefghij'[n % 10]}${n},${n % 100 === 7 ? 'x' : ''}`
    const lines = Array.from({ length: 650 }, (_, n) => row(n))
    const before = await count()
    const done = await run(`id,family name,sex\n${lines.join('\n')}\n`)
    assert.deepEqual(
      [done.progress, done.counts],
      [
        { done: 650, total: 650 },
        { ...none, created: 643, failed: 7 },
      ],
    )
    assert.equal(await count(), before + 643)
    assert.deepEqual(
      (await errorsOf(app(), done)).map((error) => Number.parseInt(error, 10)),
      [9, 109, 209, 309, 409, 509, 609],
    )
  })

  test('inspects a file: its columns, samples and key', async () => {
    const input = inputOf('No;Surname;Notes\n1;Ay;"x;y"\n2;;\n', { kind: 'patients' }) as api.Input<
      typeof api.inspectImport
    >
    assert.deepEqual(await app().as('admin').call(api.inspectImport, input), {
      format: 'csv',
      rows: 2,
      key: 'No',
      columns: [
        { name: 'No', field: 'externalId', samples: ['1', '2'] },
        { name: 'Surname', field: 'familyName', samples: ['Ay'] },
        { name: 'Notes', field: null, samples: ['x;y'] },
      ],
    })
  })

  test('takes a column with a name that every object has like any other', async () => {
    const admin = app().as('admin')
    const content = 'No,Surname,valueOf,__proto__\n80,Protheroe,Val,Otis\n'
    const input = inputOf(content, { kind: 'patients' }) as api.Input<typeof api.inspectImport>
    const { columns } = await admin.call(api.inspectImport, input)
    assert.deepEqual(
      columns.map(({ field }) => field),
      ['externalId', 'familyName', null, null],
    )
    assert.deepEqual((await run(content)).counts, { ...none, created: 1 })
    assert.equal((await find('Protheroe'))[0]?.givenName, null)
    await run('{"hasOwnProperty":"81","toString":"Prototyp"}\n', {
      columns: { toString: 'familyName', hasOwnProperty: 'externalId' },
    })
    assert.equal((await find('Prototyp')).length, 1)
    const byHand = inputOf(content, { kind: 'patients', columns: JSON.parse('{"__proto__":"givenName"}') })
    const { errors } = await refusal(admin.call(api.createImport, byHand), 'validation_failed')
    assert.deepEqual(errors, [{ path: 'columns.__proto__', message: 'Choose another name' }])
  })

  test('removes the file at the end', async () => {
    assert.deepEqual(await query('select file_key from imports where file_key is not null'), [])
  })
})
