import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import {
  anchorsOf,
  commandsInComments,
  documents,
  inlineCodeOf,
  linksOf,
  read,
  root,
} from './testing/documents.ts'
import { runBy } from './testing/elsewhere.ts'

/** What counts as a command where it stands in a sentence or a comment: a program with something behind it. */
const isCommand =
  /^(apt-get|buildah|cp|curl|docker|git|haproxy|install|journalctl|node|npm|openssl|pg_\w+|promtool|psql|systemctl|useradd) /
const isFile = /^(\.ci|bench|cli|client|contract|deploy|docs|e2e|engines|scripts|server|web)\/[\w./-]*$/

test('every command in a sentence is one that there is', async () => {
  const { scripts } = JSON.parse(read('package.json'))
  const { stdout: help } = await promisify(execFile)(process.execPath, ['server/aerie.ts', 'help'], {
    cwd: root,
  })
  for (const file of [...documents, ...globSync('deploy/**/*.*', { cwd: root })]) {
    for (const code of [...inlineCodeOf(file), ...commandsInComments(file)]) {
      const [, script = '', , more = ''] = /^npm (?!ci$)(?:run )?([\w-]+)( -- (.*))?$/.exec(code) ?? []
      const where = `${file}: ${code}`
      if (script) assert.ok(script in scripts, where)
      const aerie = script === 'aerie' ? more : /^\.\/aerie (.*)$/.exec(code)?.[1]
      if (aerie && aerie !== 'help') assert.ok(help.includes(`\n  ${aerie.split(' --')[0]}`), where)
      if (script === 'bench' && more)
        assert.match(read('bench/run.ts'), new RegExp(`^ +${more.split(' ')[0]},$`, 'm'), where)
      if (script || !isCommand.test(code)) continue
      const by = runBy(code)
      assert.ok(by && existsSync(join(root, by)), `${where}: what runs it?`)
    }
  }
})

test('every link leads somewhere, and every file that is named is there', () => {
  for (const file of documents) {
    for (const { path, anchor } of linksOf(file)) {
      assert.ok(existsSync(join(root, path)), `${file}: ${path}`)
      if (anchor) assert.ok(anchorsOf(path).includes(anchor), `${file}: ${path}#${anchor}`)
    }
    // A note of a decision is about its day.
    if (/decisions\/0|CHANGELOG/.test(file)) continue
    for (const code of inlineCodeOf(file))
      if (isFile.test(code)) assert.ok(existsSync(join(root, code)), `${file}: ${code}`)
  }
})

test('the index of decisions has each', () => {
  const notes = globSync('docs/decisions/0*.md', { cwd: root }).sort()
  const index = [...read('docs/decisions/README.md').matchAll(/^(\d+)\. \[(.+)\]\((.+)\)$/gm)]
  assert.deepEqual(
    index.map(([, number, title, name]) => [`docs/decisions/${name}`, `# ${number}. ${title}`]),
    notes.map((note) => [note, read(note).split('\n')[0]]),
  )
})
