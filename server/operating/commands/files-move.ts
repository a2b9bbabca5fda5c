import { resolve } from 'node:path'
import type { Config } from '#config'
import { filesFolder, folderAddress, moveFiles, readS3Address, writeS3Address } from '#files'
import { type Command, CommandError } from './command.ts'

export const filesMoveCommand: Command = {
  name: 'files move',
  summary:
    'Move the uploaded files to object storage or back. With PostgreSQL, nodes keep running. Run it again if it was interrupted.',
  options: {
    to: {
      value: 'ADDRESS',
      required: true,
      summary: 'Where to: s3://bucket/prefix?region=…, or the folder files in DATA_DIR',
    },
  },
  async run({ config, db }, { to = '' }) {
    const address = storeAddress(to, config)
    const { files, bytes, missing } = await moveFiles({ db, dataDir: config.dataDir, to: address })
    const setting = address === folderAddress ? 'Remove FILES' : `Set FILES=${address}`
    const lost =
      missing.length > 0 ? ` Missing in both places: ${missing.join(', ')}. Restore them from a backup.` : ''
    return `All files are in ${to}; ${files} of them (${bytes} bytes) were moved now.${lost} ${setting} for every node before it starts again.`
  },
}

/** Returns the address of a place as the database has it. @throws CommandError */
function storeAddress(to: string, { dataDir }: Config): string {
  if (to.startsWith('s3:')) {
    const place = readS3Address(to)
    if ('problem' in place) throw new CommandError(`--to: ${place.problem}.`)
    return writeS3Address(place)
  }
  const folder = filesFolder(dataDir)
  if (resolve(to) === folder) return folderAddress
  throw new CommandError(`--to: Not an address such as s3://bucket/prefix, nor the folder ${folder}.`)
}
