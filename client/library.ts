// The exports of the package `aerie-client`: the typed client and all operations.
export * from '#contract'
export * from './index.ts'
