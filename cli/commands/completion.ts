import type { Command } from '../command.ts'
import { bashScript } from '../completion/bash.ts'
import { fishScript } from '../completion/fish.ts'
import { completionTable } from '../completion/table.ts'
import { zshScript } from '../completion/zsh.ts'
import { UsageError } from '../failure.ts'
import { print } from '../show/terminal.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }
const shells = Object.keys(scripts)

/** @param all returns all commands, including this one */
export const completionOf = (all: () => readonly Command[]): Command => ({
  words: ['completion'],
  summary: 'Print a completion script for bash, zsh or fish.',
  arguments: [{ name: 'SHELL', field: 'shell', choices: shells }],
  options: [],
  notes: [
    'In bash and zsh: source <(aerie completion bash). In zsh, call it after compinit.',
    'In fish: aerie completion fish | source',
  ],
  async run({ shell }) {
    if (!Object.hasOwn(scripts, String(shell))) throw new UsageError(`SHELL is one of ${shells.join(', ')}`)
    await print(scripts[shell as keyof typeof scripts](completionTable(all())))
  },
})
