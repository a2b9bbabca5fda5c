/**
 * Loaded before a program (`node --import`), in its threads too: prints `fsync <file>` for each real fsync that
 * returned, or, once the file `REFUSE_FSYNC` names exists, has fsync fail as a broken disk would.
 */
import fs from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { printLine } from './print-line.ts'

if (!isMainThread) {
  const real = fs.fsyncSync
  fs.fsyncSync = (file) => {
    const refuse = process.env.REFUSE_FSYNC
    if (refuse && fs.existsSync(refuse))
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
    real(file)
    printLine(`fsync ${fs.readlinkSync(`/proc/self/fd/${file}`)}`)
  }
}
