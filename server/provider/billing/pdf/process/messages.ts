/** With the memory that the process does not share, in bytes. The body of `pdf` is the document. */
export type Answer = { memory: number } & ({ answer: 'pdf' } | { answer: 'failed'; message: string })
