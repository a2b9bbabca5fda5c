// The exports of the package `@aerie/cli`: the typed client and all operations.
export * from '#client'
export * from '#contract'
