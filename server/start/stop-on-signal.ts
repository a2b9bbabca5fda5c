const exitCodes = { SIGINT: 130, SIGTERM: 143 }
/** One Ctrl-C in `npm start` arrives several times: the terminal signals all its processes, and npm forwards the signal. */
const oneSignalMs = 500

/**
 * Runs `stop` on SIGTERM or Ctrl-C, and then exits. Another signal ends the process immediately.
 * @param fail reports an error of `stop`
 */
export function stopOnSignal(stop: () => Promise<void>, fail: (error: unknown) => void): void {
  let stoppingSince: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (stoppingSince === undefined) {
        stoppingSince = now
        console.log(signal === 'SIGINT' ? `${stopping} Press Ctrl-C again to end it immediately.` : stopping)
        stop().then(() => process.exit(0), fail)
      } else if (now - stoppingSince > oneSignalMs) process.exit(exitCodes[signal])
    })
  }
}

const stopping = 'Aerie is stopping.'
