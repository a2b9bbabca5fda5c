import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from '../language/lexicon/lexicon.ts'
import { thoughtIn } from './thoughts.ts'

const said = (sentence: string, language = 'en') => thoughtIn(sentence, wordsIn(sentence), language, true)
const written = (sentence: string) => thoughtIn(sentence, wordsIn(sentence), 'en', false)

const quoted: [string, string, string][] = [
  ['en', 'Um, so the battery dies too fast.', 'the battery dies too fast.'],
  ['en', 'Yeah, I mean, the delivery was three weeks late, you know.', 'the delivery was three weeks late'],
  ['en', 'Okay so we gave up on the old printer, so, um...', 'we gave up on the old printer'],
  [
    'en',
    '[laughs] Well, nobody answers the phone in the afternoon.',
    'nobody answers the phone in the afternoon.',
  ],
  ['en', 'All the {disfmarker} we should drop the second button .', 'we should drop the second button .'],
  ['en', 'I went to -- we moved to the new office in May.', 'we moved to the new office in May.'],
  ['en', "Well , they 're the T_V_ sets people do n't buy .", "they 're the T_V_ sets people do n't buy ."],
  [
    'en',
    'Um {vocalsound} so the second printer is in the basement .',
    'the second printer is in the basement .',
  ],
  [
    'en',
    'We sell postcards of the boat and of the suit, and um a tea towel.',
    'We sell postcards of the boat and of the suit',
  ],
  [
    'en',
    'Children run through it in a minute, and then they leave.',
    'Children run through it in a minute, and then they leave.',
  ],
  ['de', 'Dann muss die Firma einen Zuschuss zahlen.', 'Dann muss die Firma einen Zuschuss zahlen.'],
  ['de', 'Ähm, also die Lieferung kam drei Wochen zu spät, ne?', 'die Lieferung kam drei Wochen zu spät'],
  ['fr', 'Euh, du coup la livraison est arrivée trop tard, quoi.', 'la livraison est arrivée trop tard'],
  ['es', 'Pues la entrega llegó tres semanas tarde, ¿no?', 'la entrega llegó tres semanas tarde'],
  ['it', 'Allora, ehm, la consegna è arrivata troppo tardi.', 'la consegna è arrivata troppo tardi.'],
  ['nl', 'Nou eh, de levering kwam drie weken te laat, hè.', 'de levering kwam drie weken te laat'],
  ['pt', 'Então, eh, a entrega chegou muito tarde, né?', 'a entrega chegou muito tarde'],
  ['pl', 'Dostawa przyszła trzy tygodnie za późno.', 'Dostawa przyszła trzy tygodnie za późno.'],
]
for (const [language, sentence, quotation] of quoted) {
  test(`of “${sentence}”, the thought is quoted exactly`, () => {
    const thought = said(sentence, language)
    assert.equal(thought?.text, quotation)
    assert.equal(sentence.slice(thought.start, thought.end), quotation)
  })
}

test('of what was not completed, the clauses before the last comma are quoted', () => {
  const sentence = 'A new lift costs eighty thousand pounds , and it takes about four months to {disfmarker}'
  assert.equal(said(sentence)!.text, 'A new lift costs eighty thousand pounds')
})

test('of the parts of a sentence that was begun anew, one with a preferred word is quoted', () => {
  const sentence =
    'The office on the sixth floor is empty , but {disfmarker} the lift is from nineteen eighty .'
  const thought = thoughtIn(sentence, wordsIn(sentence), 'en', true, (word) => word === 'lift')
  assert.equal(thought!.text, 'the lift is from nineteen eighty .')
})

const fragments = [
  'Yeah.',
  'Okay, so, um.',
  'Mm-hmm, right, exactly, yeah.',
  'A lot of buttons which you don’t use',
  'Something like that, or the other one.',
  'The sort of thing we',
  'And then we wanted to—',
  'It was a bit of a…',
  '[inaudible] [crosstalk]',
  'And a lock, because people throw their rubbish in there.',
  'A student, who wants to work with us, and he could build it.',
  'which then uh sends the information to an L_E_D_ device here .',
  'different kinds of batteries that the company makes',
  'If you flip the circuit board, and this is the important point here',
  'About half of it, and that is for nine of the pupils.',
  'Which we should have known before the release, and everyone agrees.',
]
for (const sentence of fragments) {
  test(`“${sentence}” is no complete thought`, () => assert.equal(said(sentence), null))
}

test('what depends on other sentences, asks or greets reads worse than a statement', () => {
  const statement = said('The support team replaced the screen within a day.')!
  for (const sentence of [
    'And that’s why the support team replaced it within a day.',
    'Did the support team replace the screen within a day?',
    'Good morning everyone and thank you for coming to the support team.',
    'The the support team uh replaced um the screen within a day.',
    'The support team repla replaced the screen within a day.',
    'The support team [laughs] replaced the screen within a day.',
    'First the team will look at the agenda for this meeting.',
  ])
    assert.ok((said(sentence)?.fitness ?? 0) < statement.fitness, sentence)
})

test('contractions and abbreviations that are written apart read as well as others', () => {
  const apart = said("Our customers do n't like the T_V_ because it 's loud .")!
  assert.equal(apart.fitness, said("Our customers don't like the TV because it's loud .")!.fitness)
})

test('in writing, a reason is no filler', () => {
  const reason = 'Because of the noise of the lift, my wife slept with earplugs.'
  assert.equal(written(reason)!.text, reason)
})

test('a written note is a thought without a verb, but reads worse than a sentence', () => {
  const note = 'Too many notifications, and no way to set quiet hours.'
  assert.equal(said(note), null)
  const thought = written(note)!
  assert.equal(thought.text, note)
  assert.ok(thought.fitness < written('The app sends too many notifications at night.')!.fitness)
})
