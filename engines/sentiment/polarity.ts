import type { Sentiment } from '#rules/tracker'

/** As defined by VADER. */
export const threshold = 0.05

/** Returns the side of a sentiment from -1 to 1. */
export const polarityOf = (compound: number): Sentiment =>
  compound >= threshold ? 'positive' : compound <= -threshold ? 'negative' : 'neutral'
