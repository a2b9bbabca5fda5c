import type { Source } from '#contract'

/** A file on its way to a project. */
export interface Upload {
  readonly id: number
  readonly projectId: string
  readonly file: File
  readonly state: UploadState
}

export type UploadState =
  /** Rejected before sending. */
  | { is: 'refused'; why: string }
  | { is: 'waiting' }
  /** `part` of the file has been sent, from 0 to 1. */
  | { is: 'sending'; part: number }
  | { is: 'failed'; error: unknown }
  /** `already`: the project had the file before. */
  | { is: 'received'; source: Source; already: boolean }

type Send = (
  upload: Upload,
  signal: AbortSignal,
  onSent: (part: number) => void,
) => Promise<{ source: Source; already: boolean }>

/** Creates a queue that sends files in the order given, `atOnce` at a time. */
export function createUploadQueue(send: Send, atOnce = 3) {
  let uploads: readonly Upload[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const sending = new Map<number, AbortController>()

  const put = (changed: readonly Upload[]) => {
    uploads = changed
    for (const listener of listeners) listener()
  }
  const setState = (id: number, state: UploadState) =>
    put(uploads.map((upload) => (upload.id === id ? { ...upload, state } : upload)))

  function sendNext(): void {
    const next = uploads.filter(({ state }) => state.is === 'waiting').slice(0, atOnce - sending.size)
    for (const upload of next) void sendOne(upload)
  }

  async function sendOne(upload: Upload): Promise<void> {
    const { id } = upload
    const controller = new AbortController()
    sending.set(id, controller)
    setState(id, { is: 'sending', part: 0 })
    const report = (part: number) => !controller.signal.aborted && setState(id, { is: 'sending', part })
    const state = await send(upload, controller.signal, report).then(
      (answer): UploadState => ({ is: 'received', ...answer }),
      (error: unknown): UploadState => ({ is: 'failed', error }),
    )
    sending.delete(id)
    setState(id, state)
    sendNext()
  }

  return {
    all: () => uploads,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** @param whyNot returns why a file cannot be uploaded, or null */
    add(projectId: string, files: readonly File[], whyNot: (file: File) => string | null) {
      const added = files.map((file): Upload => {
        const why = whyNot(file)
        lastId++
        return { id: lastId, projectId, file, state: why ? { is: 'refused', why } : { is: 'waiting' } }
      })
      put([...uploads, ...added])
      sendNext()
    },
    retry(id: number) {
      setState(id, { is: 'waiting' })
      sendNext()
    },
    /** Removes uploads from the list and cancels unfinished ones. */
    remove(ids: readonly number[]) {
      put(uploads.filter(({ id }) => !ids.includes(id)))
      for (const id of ids) sending.get(id)?.abort()
      sendNext()
    },
    /** Updates the source of a finished upload. */
    update(source: Source) {
      put(
        uploads.map((upload) =>
          upload.state.is === 'received' && upload.state.source.id === source.id
            ? { ...upload, state: { ...upload.state, source } }
            : upload,
        ),
      )
    },
    /** Removes the upload of a source that no longer exists. */
    forget(sourceId: string) {
      put(uploads.filter(({ state }) => state.is !== 'received' || state.source.id !== sourceId))
    },
    /** Returns whether leaving the page would cancel uploads. */
    isBusy: () => uploads.some(({ state }) => isGoingUp(state)),
  }
}

export const isGoingUp = ({ is }: UploadState) => is === 'waiting' || is === 'sending'

/** Returns whether the server has the file but has not read it yet. */
export const isBeingRead = (state: UploadState) =>
  state.is === 'received' && (state.source.status === 'queued' || state.source.status === 'extracting')
