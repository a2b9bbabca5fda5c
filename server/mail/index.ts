export {
  type Email,
  type EmailContext,
  type EmailData,
  type EmailKind,
  formatDate,
  formatTime,
  type Link,
  named,
} from './email.ts'
export { createMail, type Mail, type QueueEmail } from './job.ts'
