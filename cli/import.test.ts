import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { listPatients } from '#contract'
import { describeCommandLine } from '../server/testing/command-line.ts'

describeCommandLine('aerie import', (app, run) => {
  let cwd: string
  before(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'aerie-import-'))
    await writeFile(join(cwd, 'good.csv'), 'No,Surname\n1,Ay\n2,Bee\n')
    await writeFile(join(cwd, 'bad.csv'), 'No,Surname,Date of birth\n3,Cee,2001-02-30\n4,Dee,2001-02-28\n')
  })
  after(() => rm(cwd, { recursive: true }))
  const imported = async () =>
    (await app().as('owner').call(listPatients)).data.map(({ familyName }) => familyName).sort()

  test('counts and checks in a dry run, and saves nothing', async () => {
    const { code, stdout } = await run(['import', 'patients', 'good.csv', '--dry-run'], { cwd })
    assert.deepEqual([code, stdout], [0, 'Dry run, nothing was saved: 2 created\n'])
    assert.deepEqual(await imported(), [])
  })

  test('waits until all rows are imported, and imports each once', async () => {
    const first = await run(['import', 'patients', 'good.csv'], { cwd })
    assert.deepEqual([first.code, first.stdout], [0, '2 created\n'])
    const again = await run(['import', 'patients', 'good.csv'], { cwd })
    assert.deepEqual([again.code, again.stdout], [0, '2 unchanged\n'])
    assert.deepEqual(await imported(), ['Ay', 'Bee'])
  })

  test('says which rows were not imported, and fails', async () => {
    const { code, stdout, stderr } = await run(['import', 'patients', 'bad.csv'], { cwd })
    assert.equal(code, 1)
    assert.match(stdout, /^1 created, 1 failed\nRow 2, Date of birth: .*\n$/)
    assert.match(stderr, /Some rows were not imported\.\n$/)
    assert.deepEqual(await imported(), ['Ay', 'Bee', 'Dee'])
  })

  test('prints the import as JSON, before its end where nobody waits', async () => {
    const { code, stdout } = await run(['import', 'patients', 'good.csv', '--json', '--no-wait'], { cwd })
    assert.equal(code, 0)
    const { id, kind } = JSON.parse(stdout)
    assert.equal(kind, 'patients')
    assert.match(
      (await run(['import', 'patients', 'good.csv', '--no-wait'], { cwd })).stdout,
      /^Import .* has started\.\n$/,
    )
    assert.equal((await run(['imports', 'get', id], { cwd })).code, 0)
  })
})
