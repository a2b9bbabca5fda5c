import { z } from 'zod'

/** Determines how a source's text is divided into segments. */
export const sourceKinds = ['text', 'document', 'transcript', 'table', 'email'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Why a source failed: error codes with their default messages. */
export const sourceErrors = {
  unsupported_format: 'Aerie cannot read this file format.',
  format_mismatch: 'The content does not match the file extension.',
  unreadable: 'The file is damaged or is not text.',
  encrypted: 'The file is password-protected.',
  no_text: 'The file contains no text. It may be a scan.',
  empty: 'The file is empty.',
  too_much_text: 'The text of the file is too long.',
  too_large_inside: 'The uncompressed file is too large.',
  too_slow: 'Reading the file took too long.',
  interrupted: 'Reading the file was interrupted repeatedly.',
} as const
export type SourceErrorCode = keyof typeof sourceErrors

/** The maximum length of a source's text, in UTF-16 units. */
export const maxTextChars = 20_000_000

export const segment = z
  .strictObject({
    start: z.int().describe('UTF-16 offset in the text'),
    end: z.int(),
    kind: z.enum(['paragraph', 'heading', 'page', 'slide', 'turn', 'row', 'message']),
    label: z
      .string()
      .nullable()
      .describe(
        'A heading; page, slide or row number; message subject; date of a chat message; or `Comment`',
      ),
    speaker: z.string().nullable(),
    startMs: z.int().nullable().describe('Position in a recording, in milliseconds'),
    endMs: z.int().nullable(),
  })
  .meta({ id: 'Segment' })
/** A part of a source's text. Segments are in order, do not overlap and cover all but white space. */
export type Segment = z.output<typeof segment>
