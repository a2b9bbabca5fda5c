import { odf } from '../../engines/extraction/testing/odf.ts'
import { pptx, shape } from '../../engines/extraction/testing/pptx.ts'
import { row, xlsx } from '../../engines/extraction/testing/xlsx.ts'

/** Creates a spreadsheet with a sheet per month. */
export function callsOfTheFrontDesk(): Uint8Array {
  const date = (serial: number) => `<c s="1"><v>${serial}</v></c>`
  const heading = row(1, 'Date', 'Minutes on hold', 'What the caller said')
  return xlsx({
    formats: ['d mmmm yyyy'],
    sheets: [
      {
        name: 'First month',
        rows:
          heading +
          row(2, date(46030), 12, 'Twelve minutes on hold, and then the line was cut.') +
          row(3, date(46031), 3, 'Quick this time. Thank you for calling me back.') +
          row(4, date(46034), 9, 'I only wanted to renew a prescription. Why can’t I do that online?'),
      },
      {
        name: 'Second month',
        rows:
          heading +
          row(2, date(46059), 2, 'Much better than last month!') +
          row(3, date(46062), 15, 'The waiting time on the phone is longer than the appointment.'),
      },
    ],
  })
}

/** Creates a presentation with notes. */
export const whatWeLearned = (): Uint8Array =>
  pptx([
    {
      shapes: shape(['What we learned in round one'], 'ctrTitle'),
      notes: 'Thank everyone who gave us their evening.',
    },
    {
      shapes:
        shape(['Waiting'], 'title') +
        shape(['Half an hour is fine, if patients know.', 'Twenty minutes are too long, if they do not.']),
      notes: 'Mr Petrov said it best: the screen costs less than his patience.',
    },
    {
      shapes: shape(['Prices'], 'title') + shape(['Four of seven find the certificate too expensive.']),
    },
  ])

const p = (text: string) => `<text:p>${text}</text:p>`

/** Creates a text document with a comment. */
export const callWithMrsNovak = (): Uint8Array =>
  odf('text', {
    body: [
      '<text:h text:outline-level="1">Call with Mrs Novak</text:h>',
      p(
        'Mrs Novak is 71 and comes four times a year. She books by telephone, because she wants to hear a voice.',
      ),
      p(
        '“The reminder came on the day after. I was already home again.” She laughs about it, but she has missed an appointment before<office:annotation><dc:creator>Sofia Marković</dc:creator><text:p>This was before the new reminders.</text:p></office:annotation>.',
      ),
    ].join(''),
  })

const slide = (title: string, text: string) =>
  `<draw:page>${[title, text].map((words) => `<draw:frame><draw:text-box>${p(words)}</draw:text-box></draw:frame>`).join('')}</draw:page>`

/** Creates a presentation of OpenDocument. */
export const plansForRoundTwo = (): Uint8Array =>
  odf('presentation', {
    body:
      slide('Plans for round two', 'Ask about online booking, reminders and prices.') +
      slide('Whom we miss', 'Nobody under thirty has answered the survey.'),
  })

/** Creates a spreadsheet of OpenDocument. */
export function suggestionBox(): Uint8Array {
  const rows = [
    ['Topic', 'Suggestion'],
    ['Waiting room', 'Put up a clock that works.'],
    ['Booking', 'Let us change an appointment online, not only cancel it.'],
    ['Prices', 'A price list at the entrance would help.'],
  ]
  const cell = (text: string) => `<table:table-cell>${p(text)}</table:table-cell>`
  const written = rows.map((cells) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`)
  return odf('spreadsheet', { body: `<table:table table:name="Box">${written.join('')}</table:table>` })
}

/** Creates a document in Rich Text Format. */
export const letterOfAPatient = (): Uint8Array =>
  Buffer.from(
    "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 Arial;}}\\pard Dear Dr. Nowak,\\par The nurse was wonderful, and the caf\\'e9 next door is a good idea. But I waited for fifty minutes, and nobody told me why.\\par Yours, Ren\\'e9 Martin\\par}",
    'latin1',
  )
