import { type CompletionTable, typedCommand } from './table.ts'

export function fishScript(table: CompletionTable): string {
  const cases = [...table].map(([before, words]) => {
    const lines = [...words].map(([word, description]) => quoted(`${word}\t${description}`))
    return `    case ${quoted(before)}\n      printf '%s\\n' ${lines.join(' ')}`
  })
  return `function __aerie_words
  set -l typed (string join ' ' -- (commandline -opc)[2..-1])
  set -l before (string match -r -- '${typedCommand}' "$typed")
  switch "$before[1]"
${cases.join('\n')}
  end
end
complete -c aerie -k -a '(__aerie_words)'
# Only after a whole command can files follow.
complete -c aerie -f -n 'not __aerie_words | string match -q -- "--help*"'
`
}

/** Between single quotes, fish reads \\\\ and \\' as one character. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
