export { type Match, type Relevance, relevanceTo } from './bm25.ts'
export { type Counts, createCounts } from './counts.ts'
export { topicAt } from './question.ts'
export { choose, typicality } from './rank.ts'
