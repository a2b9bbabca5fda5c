import { createFiles, type FileStore, type Files } from '#files'
import { openFolderStore } from '../platform/files/folder.ts'

/** The files in one store, whatever the database says. */
export const filesOfStore = (store: FileStore): Files =>
  createFiles({
    stores: async () => [store],
    present: async () => [store],
    isOurs: async () => true,
    isCurrent: async () => true,
  })

/** The files in one folder, whatever the database says. */
export const filesIn = (folder: string): Files => filesOfStore(openFolderStore(folder))
