declare module 'vader-sentiment' {
  const vader: {
    SentimentIntensityAnalyzer: {
      /** Adds the valence of a word, in its context, to those before. */
      sentiment_valence(
        valence: number,
        text: { words_and_emoticons: string[]; is_cap_diff: boolean },
        word: string,
        index: number,
        valences: number[],
      ): number[]
      polarity_scores(text: string): { neg: number; neu: number; pos: number; compound: number }
    }
  }
  export default vader
}
