import { type CompletionTable, quoted, typedCommand } from './table.ts'

/** The script can be sourced after `compinit`, or be the file `_aerie` in a folder of `fpath`. */
export function zshScript(table: CompletionTable): string {
  const cases = [...table].map(([before, words]) => {
    // A colon separates a word from its description.
    const described = [...words].map(([word, description]) =>
      quoted(description ? `${word}:${description}` : word),
    )
    return `    (${quoted(before)}) described=(${described.join(' ')}) ;;`
  })
  return `#compdef aerie
_aerie() {
  local -a described
  local before="\${(j: :)words[2,CURRENT-1]}"
  [[ $before =~ '${typedCommand}' ]] && before=$MATCH
  case $before in
${cases.join('\n')}
  esac
  _describe 'aerie' described || _files
}
if [[ $funcstack[1] == _aerie ]]; then _aerie "$@"; else compdef _aerie aerie; fi
`
}
