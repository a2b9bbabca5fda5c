/** All files that were dropped, those in folders too. Hidden ones in folders are left out. */
export async function droppedFiles({ items }: DataTransfer): Promise<File[]> {
  // Asked for before anything is awaited: the browser empties the list when the event is over.
  const given = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
  return (await Promise.all(given.map(filesOf))).flat()
}

/** What a chosen folder holds beyond its hidden files. */
export const withoutHidden = (files: readonly File[]) => files.filter(({ name }) => !name.startsWith('.'))

async function filesOf(given: FileSystemEntry | File | null): Promise<File[]> {
  if (!given) return []
  if (given instanceof File) return [given]
  if (given.isFile)
    return [
      await new Promise<File>((resolve, reject) => (given as FileSystemFileEntry).file(resolve, reject)),
    ]
  const inside: File[] = []
  const reader = (given as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // It gives some of them at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return withoutHidden(inside)
    for (const entry of entries) inside.push(...(await filesOf(entry)))
  }
}
