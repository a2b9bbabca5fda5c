import { writeFile } from 'node:fs'
import os from 'node:os'

/** Gives the server priority over one of its processes for CPU, and lets the kernel kill that first when memory is short. */
export function yieldToServer(pid: number): void {
  try {
    os.setPriority(pid, 10)
  } catch {
    // The process has already ended.
  }
  writeFile(`/proc/${pid}/oom_score_adj`, '1000', () => {})
}
