import fs from 'node:fs'
import path from 'node:path'

/** What a program asked of the disk. Files have numbers, because their names change. */
type Step =
  | { kind: 'write'; file: number; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: number; size: number }
  | { kind: 'sync'; file: number }
  /** Names in this folder are synced. */
  | { kind: 'sync-folder'; folder: string }
  /** Names in a folder are a file's from now on, or nobody's. `creates` is a new file. */
  | { kind: 'name'; folder: string; names: [name: string, file: number | null][]; creates?: number }

/** Records what this process writes in a folder, and rebuilds it as a power cut would have left it. */
export class RecordedDisk {
  readonly #steps: Step[] = []
  readonly #root: string
  /** A copy of the folder from before. */
  readonly #initial: string
  readonly #files = new Map<string, number>()
  /** The names of files that were there before, by their numbers. */
  readonly #initialNames: (string | null)[] = []

  constructor(root: string, initial: string) {
    this.#root = root
    this.#initial = initial
  }

  /** How much was asked so far. */
  get length(): number {
    return this.#steps.length
  }

  /** Records until the function that this returns is called. PGlite uses these functions of `node:fs` for changes. */
  record(): () => void {
    const { openSync, writeSync, ftruncateSync, truncateSync, fsyncSync, fstatSync } = fs
    const { writeFileSync, renameSync, unlinkSync } = fs
    const opened = new Map<number, string>()
    const add = (step: Step) => this.#steps.push(step)
    const fileOf = (descriptor: number) => this.#numberOf(opened.get(descriptor)!)
    const folderOf = (target: string) => path.dirname(this.#nameOf(target))
    Object.assign(fs, {
      openSync(file: string, ...how: [number, number]) {
        const descriptor = openSync(file, ...how)
        opened.set(descriptor, file)
        return descriptor
      },
      writeSync(descriptor: number, bytes: Uint8Array, offset: number, length: number, at: number) {
        const written = Buffer.from(bytes.buffer, bytes.byteOffset + offset, length)
        add({ kind: 'write', file: fileOf(descriptor), at, bytes: Buffer.from(written) })
        return writeSync(descriptor, bytes, offset, length, at)
      },
      ftruncateSync(descriptor: number, size: number) {
        add({ kind: 'truncate', file: fileOf(descriptor), size })
        ftruncateSync(descriptor, size)
      },
      truncateSync: (file: string, size: number) => {
        add({ kind: 'truncate', file: this.#numberOf(file), size })
        truncateSync(file, size)
      },
      fsyncSync: (descriptor: number) => {
        const target = opened.get(descriptor)!
        add(
          fstatSync(descriptor).isDirectory()
            ? { kind: 'sync-folder', folder: this.#nameOf(target) }
            : { kind: 'sync', file: this.#numberOf(target) },
        )
      },
      // Creates an empty file.
      writeFileSync: (file: string, ...others: [string]) => {
        const creates = this.#initialNames.push(null) - 1
        this.#files.set(file, creates)
        add({ kind: 'name', folder: folderOf(file), names: [[this.#nameOf(file), creates]], creates })
        writeFileSync(file, ...others)
      },
      renameSync: (from: string, to: string) => {
        const file = this.#numberOf(from)
        const names: [string, number | null][] = [
          [this.#nameOf(from), null],
          [this.#nameOf(to), file],
        ]
        add({ kind: 'name', folder: folderOf(to), names })
        this.#files.delete(from)
        this.#files.set(to, file)
        renameSync(from, to)
      },
      unlinkSync: (file: string) => {
        add({ kind: 'name', folder: folderOf(file), names: [[this.#nameOf(file), null]] })
        this.#files.delete(file)
        unlinkSync(file)
      },
    })
    return () =>
      Object.assign(fs, {
        ...{ openSync, writeSync, ftruncateSync, truncateSync, fsyncSync },
        ...{ writeFileSync, renameSync, unlinkSync },
      })
  }

  /**
   * Writes to a new folder what a disk has if the power fails after so many steps: what was synced, and by chance any of what was
   * written since. A synced file has its first name, as on all file systems of Linux; other names depend on their folder.
   */
  rebuild(target: string, length: number): void {
    fs.cpSync(this.#initial, target, { recursive: true })
    const steps = this.#steps.slice(0, length)
    const contents: Buffer[] = this.#initialNames.map((name) =>
      name === null ? Buffer.alloc(0) : fs.readFileSync(path.join(this.#initial, name)),
    )
    const lastSyncs = new Map(steps.flatMap((step, n) => (step.kind === 'sync' ? [[step.file, n]] : [])))
    for (const [n, step] of steps.entries()) {
      if (step.kind !== 'write' && step.kind !== 'truncate') continue
      const isSynced = n < (lastSyncs.get(step.file) ?? 0)
      if (isSynced || chance()) contents[step.file] = changed(contents[step.file]!, step, isSynced)
    }
    const names = new Map<string, number | null>(
      this.#initialNames.flatMap((name, file) => (name === null ? [] : [[name, file]])),
    )
    const lastFolderSyncs = new Map(
      steps.flatMap((step, n) => (step.kind === 'sync-folder' ? [[step.folder, n]] : [])),
    )
    const lost = new Set<string>()
    for (const [n, step] of steps.entries()) {
      if (step.kind !== 'name') continue
      const isSynced =
        n < (lastFolderSyncs.get(step.folder) ?? 0) ||
        (step.creates !== undefined && lastSyncs.has(step.creates))
      // Later changes in a folder do not survive earlier ones.
      if (!isSynced && (lost.has(step.folder) || chance())) lost.add(step.folder)
      else for (const [name, file] of step.names) names.set(name, file)
    }
    for (const [name, file] of names) {
      const place = path.join(target, name)
      if (file === null) fs.rmSync(place, { force: true })
      else fs.writeFileSync(place, contents[file]!)
    }
  }

  #nameOf(target: string): string {
    return path.relative(this.#root, target)
  }

  #numberOf(target: string): number {
    const known = this.#files.get(target)
    if (known !== undefined) return known
    const number = this.#initialNames.push(this.#nameOf(target)) - 1
    this.#files.set(target, number)
    return number
  }
}

const chance = () => Math.random() < 0.5

/** Applies a change. One that was not synced may be cut between two sectors. */
function changed(content: Buffer, step: Step & { kind: 'write' | 'truncate' }, isSynced: boolean): Buffer {
  const resized = (size: number) => {
    const longer = Buffer.alloc(size)
    content.copy(longer)
    return longer
  }
  if (step.kind === 'truncate') return resized(step.size)
  const length = isSynced || chance() ? step.bytes.length : 512 * Math.floor(step.bytes.length / 1024)
  const whole = step.at + length > content.length ? resized(step.at + length) : content
  step.bytes.copy(whole, step.at, 0, length)
  return whole
}
