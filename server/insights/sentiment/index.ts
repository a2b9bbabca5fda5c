export { isJudged, sentimentOf } from './sentiment-of.ts'
