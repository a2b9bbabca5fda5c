export { polarityOf, threshold } from './polarity.ts'
export { isJudged, sentimentOf } from './sentiment-of.ts'
