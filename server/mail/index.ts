export {
  type Email,
  type EmailContext,
  type EmailData,
  type EmailKind,
  formatTime,
  type Link,
  named,
} from './email.ts'
export { createMail, type Mail, type QueueEmail } from './job.ts'
