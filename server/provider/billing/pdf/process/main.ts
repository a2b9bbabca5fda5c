import { readFileSync } from 'node:fs'
import { compile, type Task } from '#engines/invoicing/pdf'
import { serve } from '#processes'
import type { Answer } from './messages.ts'

// A process that creates PDFs, one at a time. Typst keeps some memory of every document, which ends with the process.

await serve(async ({ head }, sendAny) => {
  const send = (answer: Answer, body?: Buffer) => sendAny(answer, body)
  try {
    const pdf = compile(head as Task)
    await send({ answer: 'pdf', memory: ownMemory() }, pdf)
  } catch (error) {
    await send({ answer: 'failed', message: reasonOf(error), memory: ownMemory() })
  }
})

/** Typst states the reason as the code of an error. */
function reasonOf(error: unknown): string {
  return String((error as { code?: string }).code ?? error)
}

/** Without the pages of Typst and Node, which the kernel can drop at any time. */
function ownMemory(): number {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return Number(kilobytes ?? 0) * 1024
  } catch {
    // Only Linux has this file.
    return 0
  }
}
