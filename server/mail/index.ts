export { createMail, type Mail, type Post } from './job.ts'
export {
  inWords,
  type Letter,
  type LetterContext,
  type LetterData,
  type LetterKind,
  named,
} from './letter.ts'
