/** An OpenAI-compatible endpoint for custom skills, and the limits of runs on it. */
export interface ModelSettings {
  url: string
  name: string
  key: string | undefined
  /** What one call may contain, including the answer. */
  contextTokens: number
  tokensPerRun: number
  /** The time limit of a run. */
  minutes: number
  /** The prices of a million tokens, as decimals. */
  prices: { input: string; output: string; currency: string } | null
}
