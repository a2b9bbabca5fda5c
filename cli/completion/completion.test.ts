import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { apiCommands } from '../commands/index.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { completionTable } from './table.ts'
import { zshScript } from './zsh.ts'

const table = completionTable(apiCommands)
const needs = (shell: string) =>
  spawnSync(shell, ['--version']).status !== 0 && `needs ${shell}: apt-get install ${shell}`

test('the table leads to every command and its options', () => {
  for (const { words, options } of apiCommands) {
    for (const [at, word] of words.entries()) assert.ok(table.get(words.slice(0, at).join(' '))?.has(word))
    for (const { name } of options) assert.ok(table.get(words.join(' '))?.has(`--${name}`))
  }
})

describe('completion', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aerie-completion-'))
  })
  after(() => rm(folder, { recursive: true }))

  /** Runs a program. Returns what it printed. */
  function run(program: string, args: string[], input = ''): string {
    const env = { PATH: process.env.PATH, HOME: folder, TERM: 'xterm' }
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', input, env, cwd: folder })
    assert.equal(status, 0, stdout + stderr)
    return stdout
  }

  test('bash completes groups, commands, options and shells', { skip: needs('bash') }, () => {
    const complete = (...words: string[]) =>
      `COMP_WORDS=(aerie ${words.join(' ')}) COMP_CWORD=${words.length}; _aerie; echo "\${COMPREPLY[*]}"`
    const script = [
      bashScript(table),
      complete('proj'),
      complete('projects', 'li'),
      complete('projects', 'get', '7', '--fi'),
      complete('completion', 'z'),
    ]
    assert.equal(run('bash', ['-c', script.join('\n')]), 'projects\nlist\n--field\nzsh\n')
  })

  test('fish completes them with descriptions, and files only after a command', {
    skip: needs('fish'),
  }, async () => {
    await writeFile(join(folder, 'zz-interview.txt'), '')
    await writeFile(join(folder, 'aerie.fish'), fishScript(table))
    const complete = (line: string) =>
      run('fish', ['--no-config', '-c', `source aerie.fish; complete -C '${line}'`])
        .trimEnd()
        .split('\n')
    assert.deepEqual(complete('aerie proj'), ['projects'])
    assert.deepEqual(complete('aerie projects li'), ['list\tList projects, newest first.'])
    const [field = '', ...others] = complete('aerie projects get 7 --fi')
    assert.match(field, /^--field\tPrint only this field: id, name/)
    assert.deepEqual(others, [])
    assert.deepEqual(complete('aerie completion zs'), ['zsh'])
    assert.deepEqual(complete('aerie sources upload zz'), ['zz-interview.txt'])
    assert.deepEqual(complete('aerie projects zz'), [''])
  })

  for (const [how, load] of [
    ['is sourced', 'autoload -Uz compinit; compinit -D -u; source ./_aerie'],
    ['is in a folder of fpath', 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u'],
  ] as const) {
    test(`zsh completes what is typed on a terminal if the script ${how}`, {
      skip: needs('zsh'),
    }, async () => {
      await writeFile(join(folder, '_aerie'), zshScript(table))
      const typed = [
        // Prints the completed line in place of running it.
        `${load}; aerie() { print -r -- "It is: $*." }`,
        'aerie proj\tli\t',
        'aerie projects get 7 --fi\tid',
        'aerie completion f\t',
        'exit',
      ]
      const shown = run('script', ['-qec', 'zsh -f -i', '/dev/null'], `${typed.join('\n')}\n`)
      const completed = [...shown.matchAll(/^It is: (.*)\.\r$/gm)].map(([, line]) => line)
      assert.deepEqual(completed, ['projects list', 'projects get 7 --field id', 'completion fish'])
    })
  }
})
