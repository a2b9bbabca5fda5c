export { addRun, type GivenRun } from './add-run.ts'
export { addSource, type GivenSource, paragraphs } from './add-source.ts'
export { type ModelEndpoint, startModelEndpoint } from './model-endpoint.ts'
