import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const deploy = join(import.meta.dirname, '../../../deploy')
const skip = spawnSync('promtool', ['--version']).status !== 0 && 'needs promtool: apt-get install prometheus'

test('every alert fires on what it is for, and none on an ordinary day', { skip }, async () => {
  for (const args of [
    ['check', 'rules', '--lint-fatal', 'prometheus-rules.yml'],
    ['test', 'rules', 'prometheus-rules.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: deploy, encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  }
  const [rules, tests] = await Promise.all(
    ['prometheus-rules.yml', 'prometheus-rules.test.yml'].map((name) => readFile(join(deploy, name), 'utf8')),
  )
  for (const [, alert] of rules?.matchAll(/- alert: (\w+)/g) ?? []) {
    const cases = tests?.match(new RegExp(`alertname: ${alert}\\b`, 'g'))?.length ?? 0
    assert.ok(cases >= 2, `${alert} is not tested to fire and to be silent`)
  }
})
