/** Escapes text for Markdown, on one line: it becomes no link, citation or HTML. */
export const escapedMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&$]/g, '\\$&')
