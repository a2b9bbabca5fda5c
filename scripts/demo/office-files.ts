import { docx, p } from '../../engines/extraction/testing/docx.ts'
import { pdf, scannedPdf } from '../../engines/extraction/testing/pdf.ts'

/** Creates a Word document. */
export async function interviewWithACarer(): Promise<Uint8Array> {
  const heading = (text: string) => p(text, { style: 'Heading1' })
  const body = [
    heading('Interview with a carer'),
    p(
      'Mrs. Demir looks after her father, who is 78 and has diabetes. She has come to the practice with him for six years.',
    ),
    heading('Keeping track'),
    p(
      '“I keep four calendars: his appointments, his prescriptions, my work and the children. The reminder is the only thing that I do not have to think of myself.”',
    ),
    p(
      'The reminder goes to her father’s telephone, which lies in a drawer. She asked twice whether it can go to hers, and was told that the system does not do that.',
    ),
    heading('Prescriptions'),
    p(
      'Every prescription means a trip across the city. When the practice renewed one by telephone last month she thought that it was a mistake, and called back to thank them.',
    ),
    heading('What is good'),
    p(
      '“They speak with him and not with me. He is slow, and nobody is impatient. That is worth an hour of waiting.” The waiting time itself is long, but the nurse lets him lie down when he is tired.',
    ),
  ]
  return docx(body.join(''))
}

/** Creates a PDF of two pages. */
export const focusGroup = (): Uint8Array =>
  pdf([
    [
      { heading: 'Report of the focus group' },
      'Seven patients, one hour and a half, in the waiting room after hours. Three of them book online, two only telephone, and two come in person because that is what they always did.',
      { heading: 'What they agreed on' },
      'The people are the reason to come here. Everybody named somebody: the nurse who remembers names, the doctor who draws what he explains, the receptionist who finds a slot where there is none.',
      'The telephone is the reason to leave. Nobody in the room had waited less than ten minutes on hold, and two had given up and gone to the emergency room instead.',
      { heading: 'Where they differed' },
      'Online booking divides them by patience and not by age. The oldest member of the group books at night and likes it; the youngest lost a slot twice while typing and telephones since.',
    ],
    [
      { heading: 'The waiting time' },
      'It is not the length but the not knowing. With the screen, nobody complained about half an hour. Without it, twenty minutes were too long.',
      { heading: 'Prices' },
      'A certificate for 25 euros is too expensive to four of seven, and fair to two, if they are told the price before. One had been surprised by an invoice and had felt ashamed to ask.',
      { heading: 'What they would do first' },
      'Renew prescriptions without coming in: all seven. A reminder at noon of the day before: six. A price list at the entrance: five.',
    ],
  ])

/** Creates a PDF that holds a picture of a page and no text, like a scan. */
export async function scannedLetter(): Promise<Uint8Array> {
  const [width, height] = [300, 424]
  const grey = Buffer.alloc(width * height, 250)
  // Lines of handwriting, seen from afar.
  for (let line = 60; line < 330; line += 18)
    for (let x = 40; x < 220 + ((line * 37) % 45); x++)
      grey[(line + Math.round(3 * Math.sin(x / 3))) * width + x] = 90
  return scannedPdf(width, height, grey)
}
