// What `import { createClient, listProjects } from '@aerie/cli'` gives: the typed client with all operations.
export * from '#client'
export * from '#contract'
