import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fontFiles } from './fonts.ts'

const templates = join(import.meta.dirname, '../templates')

/** It reads a font only when a text needs it. Templates can read no other file. */
const compiler = NodeCompiler.create({
  workspace: templates,
  fontArgs: [{ fontPaths: fontFiles.flat() }],
})

/** Creates a PDF/A-3b from a template and the content that it reads as `content.json`. */
export function compile(template: string, content: unknown): Buffer {
  compiler.mapShadow(join(templates, 'content.json'), Buffer.from(JSON.stringify(content)))
  try {
    return compiler.pdf({ mainFilePath: join(templates, `${template}.typ`) }, { pdfStandard: 'a-3b' })
  } finally {
    compiler.evictCache(0)
  }
}
