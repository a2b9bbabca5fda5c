/** Writes data as JSON on one line, so that nothing in it can be mistaken for a part of the prompt. */
export const dataLine = (data: object): string =>
  // These two end lines in some languages, but are not escaped in JSON.
  JSON.stringify(data).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`)

export const passageLine = (passage: number, source: string, text: string): string =>
  dataLine({ passage, source, text })
