import { type CompletionTable, quoted, typedCommand } from './table.ts'

export function bashScript(table: CompletionTable): string {
  const cases = [...table].map(
    ([before, words]) => `    ${quoted(before)}) words=${quoted([...words.keys()].join(' '))} ;;`,
  )
  return `_aerie() {
  local words='' before="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  [[ $before =~ ${typedCommand.replaceAll(' ', '\\ ')} ]] && before="\${BASH_REMATCH[0]}"
  case "$before" in
${cases.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _aerie aerie
`
}
