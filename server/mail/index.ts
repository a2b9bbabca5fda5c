export {
  type Email,
  type EmailContext,
  type EmailData,
  type EmailKind,
  formatTime,
  named,
} from './email.ts'
export { createMail, type Mail, type QueueEmail } from './job.ts'
