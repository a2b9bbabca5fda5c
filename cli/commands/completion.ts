import { UsageError } from '../failure.ts'
import { print } from '../terminal.ts'
import type { Command } from './command.ts'

/** @param all gives every command, which it is one of itself */
export const completionOf = (all: () => readonly Command[]): Command => ({
  words: ['completion'],
  summary: 'Print what makes a shell complete commands: source <(aerie completion bash)',
  arguments: [{ name: 'bash', field: 'shell' }],
  options: [],
  async run({ shell }) {
    if (shell !== 'bash') throw new UsageError('There is completion for bash only: aerie completion bash')
    await print(scriptFor(all()))
  },
})

/** What may follow is told by a table in the script itself: a completion must not wait for a program to start. */
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
