export { addRun, type GivenRun } from './add-run.ts'
export { addSource, type GivenSource } from './add-source.ts'
export { interview } from './interview.ts'
export { answering, type ModelAnswers, stepOf } from './model-answers.ts'
export {
  type ModelEndpoint,
  type ModelRequest,
  type Reply,
  startModelEndpoint,
  tokensOfCall,
} from './model-endpoint.ts'
export { modelSettings } from './model-settings.ts'
export { workOnModel } from './work-on-model.ts'
