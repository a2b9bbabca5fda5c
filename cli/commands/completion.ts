import type { Command } from '../command.ts'
import { UsageError } from '../failure.ts'
import { print } from '../show/terminal.ts'

/** @param all returns all commands, including this one */
export const completionOf = (all: () => readonly Command[]): Command => ({
  words: ['completion'],
  summary: 'Print a completion script for bash: source <(aerie completion bash)',
  arguments: [{ name: 'bash', field: 'shell' }],
  options: [],
  async run({ shell }) {
    if (shell !== 'bash') throw new UsageError('Only bash is supported: aerie completion bash')
    await print(scriptFor(all()))
  },
})

/** The script holds a table of words, because a completion must not wait for a program to start. */
function scriptFor(commands: readonly Command[]): string {
  const follow = new Map<string, Set<string>>()
  const add = (words: readonly string[], next: string) => {
    const before = words.join(' ')
    follow.set(before, (follow.get(before) ?? new Set()).add(next))
  }
  for (const { words, options } of commands) {
    for (const [index, word] of words.entries()) add(words.slice(0, index), word)
    for (const { name } of options) add(words, `--${name}`)
    add(words, '--help')
  }
  const cases = [...follow].map(([before, next]) => `    '${before}') words='${[...next].join(' ')}' ;;`)
  return `_aerie() {
  local words='' before="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  [[ $before =~ ^([a-z-]+( [a-z][a-z-]*)?) ]] && before="\${BASH_REMATCH[1]}"
  case "$before" in
${cases.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _aerie aerie
`
}
