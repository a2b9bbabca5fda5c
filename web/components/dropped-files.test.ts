import assert from 'node:assert/strict'
import { test } from 'node:test'
import { droppedFiles, withoutHidden } from './dropped-files.ts'

type Entry = Pick<FileSystemEntry, 'name' | 'isFile'>

const file = (name: string): Entry =>
  Object.assign({ name, isFile: true }, { file: (take: FileCallback) => take(new File(['text'], name)) })

/** A folder that returns one entry per read. */
const folder = (name: string, ...inside: Entry[]): Entry => {
  const createReader = () => {
    const left = inside.map((entry) => [entry])
    return { readEntries: (take: (some: Entry[]) => void) => take(left.shift() ?? []) }
  }
  return Object.assign({ name, isFile: false }, { createReader })
}

const refuse = (_take: unknown, refuse: ErrorCallback) => refuse(new DOMException('', 'NotFoundError'))
const lostFile = (name: string): Entry => Object.assign({ name, isFile: true }, { file: refuse })
const lostFolder = (name: string): Entry =>
  Object.assign({ name, isFile: false }, { createReader: () => ({ readEntries: refuse }) })

async function drop(...entries: Entry[]) {
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }))
  const { files, unreadable } = await droppedFiles({ items: items as never })
  return { names: files.map(({ name }) => name), unreadable }
}

test('a folder adds all its files except hidden ones and those in hidden folders', async () => {
  const interviews = folder('interviews', file('a.txt'), folder('.git', file('config')), file('.DS_Store'))
  const { names } = await drop(interviews, folder('.notes', folder('2026', file('b.txt'))), file('.env'))
  assert.deepEqual(names, ['a.txt', 'b.txt', '.env'])

  const chosen = ['.notes/a.txt', '.notes/.git/config', '.notes/2026/.DS_Store', '.notes/2026/b.txt']
  const files = chosen.map((path) =>
    Object.defineProperty(new File([], path.split('/').at(-1)!), 'webkitRelativePath', { value: path }),
  )
  assert.deepEqual(
    withoutHidden(files).map(({ name }) => name),
    ['a.txt', 'b.txt'],
  )
})

test('unreadable files are named and the rest is added', async () => {
  const dropped = await drop(
    folder('interviews', lostFile('gone.txt'), file('a.txt'), lostFolder('locked'), file('b.txt')),
    lostFile('also gone.txt'),
    file('c.txt'),
  )
  assert.deepEqual(dropped.names, ['a.txt', 'b.txt', 'c.txt'])
  assert.deepEqual(dropped.unreadable, ['gone.txt', 'locked', 'also gone.txt'])
})
