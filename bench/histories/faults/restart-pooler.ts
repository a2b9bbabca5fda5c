import type { Fault } from './fault.ts'

export const restartPooler: Fault = ({ restartPooler }) => restartPooler()
