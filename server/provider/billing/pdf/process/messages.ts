/** A template and its content: texts that are printed as they are, and the preferred font for Chinese characters. */
export interface Task {
  template: 'invoice' | 'statement'
  content: { han?: string }
  /** The XML document that ZUGFeRD and Factur-X embed. */
  eInvoice?: string
}

/** With the memory that the process does not share, in bytes. The body of `pdf` is the document. */
export type Answer = { memory: number } & ({ answer: 'pdf' } | { answer: 'failed'; message: string })
