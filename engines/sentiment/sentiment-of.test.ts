import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { polarityOf, sentimentOf } from './index.ts'

const written = (text: string) => sentimentOf(text, { language: 'en', isSpeech: false })
const spoken = (text: string) => sentimentOf(text, { language: 'en', isSpeech: true })

test('what has no lexicon, or indicates neither side, is not judged', () => {
  assert.equal(sentimentOf('Das ist super.', { language: 'de', isSpeech: false }), null)
  assert.equal(sentimentOf('This is great.', { language: null, isSpeech: false }), null)
  for (const text of ['', '...', 'The meeting is on Monday.', 'I waited for the bus stop.']) {
    assert.equal(written(text), null, text)
  }
  // Praise and blame cancel each other out.
  assert.equal(written('Good bad'), -0.1531)
})

test('a score near zero is neutral', () => {
  assert.deepEqual([-0.05, -0.04, 0.04, 0.05].map(polarityOf), ['negative', 'neutral', 'neutral', 'positive'])
})

test('typographic apostrophes negate', () => {
  for (const text of ["The food isn't good.", "It didn't help.", "I don't love it, I'm sorry"]) {
    assert.ok(written(text)! < 0, text)
    assert.equal(written(text.replaceAll("'", '’')), written(text))
  }
})

const fillers = [
  'It was, like, five minutes.',
  'It was like an hour or so.',
  'And I was like, whatever.',
  'She is like the manager there.',
  'It looks like the old one.',
  'It feels like we only met yesterday.',
  'Something like that.',
  'There were like two hundred pages.',
  'We did like five interviews.',
  'It went from two to like 20 people.',
  'What are they like?',
  'Like, on Monday.',
  'Apps like this one come and go.',
  'People like that.',
  'It’s not like it was before.',
  'I, like, called them on Tuesday.',
  'They were just like that.',
  'Well, you know, it is on the second page.',
  'Well I mean it depends.',
  'Yeah.',
  'Okay, yeah, so we moved.',
  'Yes, they called.',
  'No, the other one.',
  'Um, right, sure, the page.',
  'I was there, well, on Monday.',
  'Honestly, it was on the table.',
  'It is kind of like a maze.',
  'I like literally walked out.',
  'You have to like press it twice.',
  'It went to like a hundred.',
  'We called them as well.',
  'They moved yeah.',
  'Printers like the old one.',
  'Pretty much on Monday.',
]
const praise = [
  'I like it.',
  'I really like the search.',
  'We like the new one.',
  'People like it.',
  'Most users like the colours.',
  'I would like that.',
  'I’d really like to see it.',
  'You know, I like this.',
  'Do you like it?',
  'That is what I like.',
  'The part I like, the menu, is back.',
  'They also like the menu.',
  'I just like the menu.',
  'He seems to like it.',
  'Well, it works well.',
  'It works well, you know.',
  'Yeah, I like it, like, a lot.',
  'No, I like it.',
  'Well done!',
  'I kind of like it.',
  'Most of us like the layout.',
  'Our patients like the reminders.',
  'It was, like, okay.',
  'The garden is pretty.',
  'She gave us a pretty card.',
]
const blame = [
  'I don’t like it.',
  'I never liked it, you know.',
  'We didn’t really like the menu.',
  'They hate it, like, every day.',
  'I was like, this is terrible.',
  'Yeah, it’s awful.',
  'Okay, so it was, like, really bad.',
  'It was not, um, good.',
  'No, it is broken.',
  'It was pretty bad.',
  'I kind of don’t like it.',
]

test('in speech, a filler is neither praise nor blame', () => {
  for (const text of fillers) assert.equal(spoken(text), null, text)
  for (const text of praise) assert.ok(spoken(text)! > 0, text)
  for (const text of blame) assert.ok(spoken(text)! < 0, text)
})

test('in writing, every word counts as VADER counts it', () => {
  assert.equal(written('It looks like the old one.'), 0.3612)
  assert.equal(written('Okay.'), 0.2263)
  assert.equal(written('No, the other page.'), null)
  assert.ok(written('It is done, yeah right')! < 0)
  assert.ok(written('The staff was kind')! > 0)
})

test('any text is judged from -1 to 1, or not at all', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'like',
      'love',
      'but',
      'no',
      'least',
      'NOT',
      '💘',
      '👍🏽',
      ':)',
      '-'.repeat(200),
      'a',
      '\ud800',
      'İSTANBUL',
      '\u0000',
    ),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), fc.constantFrom(' ', ''), (pieces, space) => {
      for (const judge of [written, spoken]) {
        const compound = judge(pieces.join(space))
        assert.ok(compound === null || Math.abs(compound) <= 1)
      }
    }),
  )
})
