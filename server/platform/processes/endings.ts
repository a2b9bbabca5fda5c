/** The exit code after an uncaught error. */
export const failedCode = 3

/** The signal with which a process ends itself when it exceeds its memory. */
export const memorySignal = 'SIGUSR2'

/** Why a process ended: it exceeded its memory, its program failed, or somebody ended it. */
export type Ending = 'out_of_memory' | 'failed' | 'interrupted'

/** Our own signal, and those of V8 when it runs out of memory or an array or string is too large. */
const outOfMemory = [memorySignal, 'SIGABRT', 'SIGTRAP', 'SIGILL']

export function endingOf(code: number | null, signal: NodeJS.Signals | null): Ending {
  if (signal && outOfMemory.includes(signal)) return 'out_of_memory'
  if (code === failedCode || signal === 'SIGSEGV' || signal === 'SIGBUS') return 'failed'
  return 'interrupted'
}
