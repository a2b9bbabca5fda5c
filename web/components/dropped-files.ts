export interface Dropped {
  files: File[]
  /** Names of unreadable files and folders. */
  unreadable: string[]
}

/** Returns all dropped files, including those in folders. Hidden files in folders are left out. */
export async function droppedFiles({ items }: Pick<DataTransfer, 'items'>): Promise<Dropped> {
  // Read before any await, because the browser empties the list after the event.
  const given = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
  return joined(await Promise.all(given.map(filesOf)))
}

/** Returns the files of a chosen folder that are not hidden. */
export const withoutHidden = (files: readonly File[]) =>
  files.filter(({ webkitRelativePath }) => !webkitRelativePath.split('/').slice(1).some(isHidden))

const isHidden = (name: string) => name.startsWith('.')

async function filesOf(given: FileSystemEntry | File | null): Promise<Dropped> {
  if (!given) return joined([])
  if (given instanceof File) return { files: [given], unreadable: [] }
  try {
    if (given.isFile) return { files: [await fileOf(given as FileSystemFileEntry)], unreadable: [] }
    const inside: Dropped[] = []
    for (const entry of await entriesOf(given as FileSystemDirectoryEntry)) {
      if (!isHidden(entry.name)) inside.push(await filesOf(entry))
    }
    return joined(inside)
  } catch {
    return { files: [], unreadable: [given.name] }
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    // Returns batches, and an empty one at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return entries
    entries.push(...some)
  }
}

const joined = (all: readonly Dropped[]): Dropped => ({
  files: all.flatMap(({ files }) => files),
  unreadable: all.flatMap(({ unreadable }) => unreadable),
})
