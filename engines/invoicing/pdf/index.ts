import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { facturXFile, withFacturXMetadata } from './factur-x.ts'
import { type HanFont, plainFiles } from './fonts.ts'
import { hanFontsFor, printable } from './printable.ts'

const templates = join(import.meta.dirname, './templates')

/** A template and its content: texts that are printed as they are, and the preferred font for Chinese characters. */
export interface Task {
  template: 'invoice' | 'statement'
  content: { han?: string }
  /** The XML document that ZUGFeRD and Factur-X embed. */
  eInvoice?: string
}

/** By the families of Chinese, Japanese and Korean that they have. */
const compilers = new Map<string, NodeCompiler>()

/**
 * Creates a PDF/A-3b from a template and the content that it reads as `content.json`, with an e-invoice if there is one.
 */
export function compile({ template, content, eInvoice }: Task): Buffer {
  const json = JSON.stringify({
    ...(withPrintable(content) as Task['content']),
    eInvoice: eInvoice === undefined ? '' : facturXFile,
  })
  const compiler = compilerWith(hanFontsFor(json, content.han))
  compiler.mapShadow(join(templates, 'content.json'), Buffer.from(json))
  compiler.mapShadow(join(templates, facturXFile), Buffer.from(eInvoice ?? ''))
  try {
    const pdf = compiler.pdf({ mainFilePath: join(templates, `${template}.typ`) }, { pdfStandard: 'a-3b' })
    return eInvoice === undefined ? pdf : withFacturXMetadata(pdf)
  } finally {
    compiler.evictCache(0)
  }
}

function withPrintable(content: unknown): unknown {
  if (typeof content === 'string') return printable(content)
  if (Array.isArray(content)) return content.map(withPrintable)
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, withPrintable(value)]))
}

/** It reads a plain font only when a text needs it. Templates can read no other file. */
function compilerWith(fonts: HanFont[]): NodeCompiler {
  const families = fonts.map(({ family }) => family).join()
  const existing = compilers.get(families)
  if (existing) return existing
  const compiler = NodeCompiler.create({
    workspace: templates,
    fontArgs: [{ fontBlobs: fonts.map((font) => font.read()) }, { fontPaths: [...plainFiles] }],
  })
  compilers.set(families, compiler)
  // It has copied the fonts.
  globalThis.gc?.()
  return compiler
}
