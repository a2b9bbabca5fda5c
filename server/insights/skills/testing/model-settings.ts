import type { ModelSettings } from '../model/settings.ts'

export const modelSettings = (given: Partial<ModelSettings> & { url: string }): ModelSettings => ({
  name: 'a-model',
  key: undefined,
  contextTokens: 32_000,
  tokensPerRun: 2_000_000,
  minutes: 60,
  prices: null,
  ...given,
})
