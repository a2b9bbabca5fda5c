declare module 'wink-porter2-stemmer' {
  /** Stems an English word in lower case. */
  export default function stem(word: string): string
}
