import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lexiconOf, wordsIn } from '../language/lexicon/lexicon.ts'
import { relevanceTo } from './bm25.ts'

function rank(question: string, passages: string[], language = 'en'): string[] {
  const relevance = relevanceTo(question)
  const found = passages.map((text) => ({
    text,
    match: relevance.count(wordsIn(text), lexiconOf(language)),
  }))
  const scored = found.flatMap(({ text, match }) => (match ? [{ text, score: relevance.score(match) }] : []))
  return scored
    .filter(({ score }) => score >= relevance.leastScore())
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text)
}

const others = Array.from(
  { length: 40 },
  (_, n) => `Nobody came to the ${n % 2 ? 'meeting' : 'party'} that day.`,
)

test('a rare word of the question counts more than two common ones that go together', () => {
  const remote = Array.from({ length: 20 }, (_, n) => `The remote control has ${n} buttons.`)
  const prices = [
    'The price is far too high.',
    'A remote control at this price sells.',
    'Prices fell last year.',
  ]
  const ranked = rank('What is the price of the remote control?', [...others, ...remote, ...prices])
  assert.deepEqual(ranked, [prices[1], prices[2], prices[0]])
})

test('words count in all forms of the language of the passage', () => {
  const ranked = rank('Lieferungen', [...others, 'Die Lieferung kam zu spät.', 'Der Akku hält lange.'], 'de')
  assert.deepEqual(ranked, ['Die Lieferung kam zu spät.'])
})

test('words count in scripts without spaces, and grammar does not', () => {
  const passages = ['这里的茶很好喝。', '房间的窗户是坏的。', '我很喜欢早餐。']
  assert.deepEqual(rank('茶怎么样？', passages, 'zh'), [passages[0]])
  assert.deepEqual(rank('通知について', ['通知が多いです。', '料金について聞きました。'], 'ja'), [
    '通知が多いです。',
  ])
})

test('adjacent words of the question count more than distant ones', () => {
  const passages = ['The battery has a long and useful life.', 'A useful and long battery life has appeal.']
  const alone = ['The battery broke.', 'They sold the battery.', 'This is the life.', 'That was her life.']
  assert.equal(rank('battery life', [...others, ...alone, ...passages])[0], passages[1])
})

test('a question whose words are nowhere has no answers', () => {
  assert.deepEqual(rank('Where are the zebras?', others), [])
})

test('a question of stop words only is compared by them', () => {
  assert.equal(rank('Who?', [...others, 'Who called?'])[0], 'Who called?')
})

test('what a question is about counts more than who says it and where', () => {
  const guests = Array.from({ length: 4 }, (_, n) => `The guests arrived at ${n + 3}.`)
  const hotel = Array.from({ length: 5 }, (_, n) => `The hotel has ${n} towers.`)
  const breakfast = Array.from({ length: 6 }, (_, n) => `Breakfast on day ${n} was cold.`)
  const ranked = rank('What do guests say about breakfast at the hotel?', [
    ...others,
    ...guests,
    ...hotel,
    ...breakfast,
  ])
  assert.deepEqual(ranked.slice(0, 6), breakfast)
  assert.ok(ranked.length < 15)
})

test('a common word of the question is no answer without its rare words', () => {
  const people = Array.from({ length: 20 }, (_, n) => `Some people came on day ${n}.`)
  const older = ['Older people cannot read the labels.', 'The labels are too small for older customers.']
  assert.deepEqual(rank('for older people', [...others, ...people, ...older]).toSorted(), older.toSorted())
})

test('a stop word that specifies a word of the question must be with it', () => {
  const next = 'The next meeting is on Friday.'
  assert.deepEqual(rank('When is the next meeting?', [...others, next, 'Next is the budget.']), [next])
})

test('words of a family and parts of German compounds count', () => {
  const delivery = 'They deliver on Mondays.'
  assert.deepEqual(rank('complaints about delivery', [...others, delivery]), [delivery])
  const prices = ['Die Preiserhöhung kam im Januar.', 'Die Lebensmittelpreise sind gestiegen.']
  const german = [...prices, 'Der Akku hält lange.', 'Der Terminal steht am Eingang.']
  assert.deepEqual(rank('Preise', german, 'de').toSorted(), prices.toSorted())
  assert.deepEqual(rank('Termine', german, 'de'), [])
})

test('in Chinese, what is before 的 is a detail', () => {
  const noise = ['电梯的噪音很大。', '噪音很大。', '晚上有噪音。']
  const rooms = ['房间很大。', '房间很干净。', '我喜欢房间。', '房间很小。']
  const ranked = rank('房间的噪音', [...rooms, ...noise, '早餐很好。'], 'zh')
  assert.deepEqual(ranked.toSorted(), noise.toSorted())
})

test('stop words of the language of a passage do not count', () => {
  const german = ['Der Preis ist zu hoch.', 'Der Akku hält lange.', 'Der Kunde ist zufrieden.']
  assert.deepEqual(rank('der Preis', [...others, ...german], 'de'), [german[0]])
})
