import type { Implementation, Job, Jobs } from '#platform'

/** An OpenAI-compatible endpoint, on which skills of one’s own run. */
export interface ModelSettings {
  url: string
  name: string
  key: string | undefined
}

export interface SkillServices {
  model: ModelSettings | null
}

export function createSkills(_services: SkillServices): {
  jobs: Job<never>[]
  operations: (jobs: Jobs) => Implementation[]
} {
  return { jobs: [], operations: () => [] }
}
