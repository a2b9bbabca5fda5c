// Replaces `zod` in the build: see vite.config.ts. Schemas read this setting when they are created, so it is set before
// any module that creates one can run. Otherwise zod tries `eval`, which the content security policy reports.
import { config } from 'zod/v4/core'

config({ jitless: true })

export * from 'zod/v4'
