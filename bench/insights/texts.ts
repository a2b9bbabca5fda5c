import { random } from '../../server/testing/random.ts'

const adjectives =
  'slow fast wrong missing hidden broken polite rude clear costly cheap late early lost odd plain loud quiet heavy light simple complex modern dated secure risky honest vague strict loose flexible fragile'.split(
    ' ',
  )
const nouns =
  'delivery invoice refund contract menu password report ticket packaging warranty discount checkout support manual login update camera battery keyboard screen schedule booking receipt survey account training meeting budget label branch counter garden'.split(
    ' ',
  )

/** A thousand phrases of two words that do not occur in a text by chance. */
export const phrases = adjectives
  .flatMap((adjective) => nouns.map((noun) => `${adjective} ${noun}`))
  .slice(0, 1000)

const syllables = 'ba ko ri ten su mal or vi ped lan gu ste fi no tra quel dom ver ash in'.split(' ')
const usual = 5_000
const wordsOfParagraph = 60
/** Random speech whose words are distributed as in a language: few are frequent, most are rare. */
export class Speech {
  private readonly next: () => number
  private readonly vocabulary: string[]

  constructor(seed: number) {
    this.next = random(seed)
    this.vocabulary = Array.from({ length: usual }, (_, n) => {
      const length = 1 + Math.floor(Math.log10(n + 1)) + Math.floor(this.next() * 2)
      return Array.from({ length }, () => syllables[Math.floor(this.next() * syllables.length)]).join('')
    })
  }

  word(): string {
    return this.vocabulary[Math.floor(usual ** this.next()) - 1]!
  }

  /** Returns paragraphs of about so many characters. One word in `wordsToMention` begins one of the first `trackers` phrases. */
  text(characters: number, trackers: number, wordsToMention = 100): string {
    const paragraphs: string[] = []
    for (let length = 0; length < characters; length += paragraphs.at(-1)!.length + 2) {
      paragraphs.push(this.paragraph(trackers, wordsToMention))
    }
    return paragraphs.join('\n\n')
  }

  paragraph(trackers: number, wordsToMention = 100): string {
    const words = Array.from({ length: wordsOfParagraph }, () =>
      this.next() < 1 / wordsToMention ? phrases[Math.floor(this.next() * trackers)]! : this.word(),
    )
    const sentence = words.join(' ')
    return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`
  }
}
