// Names that callers send may be those that every object inherits, such as `constructor`. Reports where an object is indexed
// by text, or searched for it with `in`, other than by `own` and `setOwn`. The types tell text from the names of fields.
import { join, relative } from 'node:path'
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import { isAsExpression, isBinaryExpression, isElementAccessExpression } from 'typescript/unstable/ast/is'
import { API, type Checker } from 'typescript/unstable/sync'
import { isForTests } from './import-graph.ts'

const products = ['contract/', 'engines/', 'server/', 'client/', 'cli/', 'web/']
const allowed = 'contract/rules/own.ts'

/** Returns the lookups by text in the product files of a TypeScript project, such as `web/list.ts:9: names[name]`. */
export function lookupsByText(root: string): string[] {
  const api = new API({ cwd: root })
  try {
    const config = join(root, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
    return project.program.getSourceFileNames().flatMap((name) => {
      const path = relative(root, name)
      if (!products.some((folder) => path.startsWith(folder)) || isForTests(path) || path === allowed)
        return []
      const file = project.program.getSourceFile(name)!
      return [...lookupsIn(file, project.checker)].map((node) => {
        const line = file.text.slice(0, node.getStart(file)).split('\n').length
        return `${path}:${line}: ${node.getText(file)}`
      })
    })
  } finally {
    api.close()
  }
}

function lookupsIn(file: SourceFile, checker: Checker): Node[] {
  const found: Node[] = []
  const isText = (node: Node): boolean =>
    ['string', 'any', 'PropertyKey'].includes(checker.typeToString(checker.getTypeAtLocation(node)!)) ||
    (isAsExpression(node) && isText(node.expression))
  const isObject = (node: Node): boolean => {
    const type = checker.getTypeAtLocation(node)!
    return !checker.isArrayLikeType(checker.getNonNullableType(type) ?? type)
  }
  const visit = (node: Node): void => {
    const isLookup =
      (isElementAccessExpression(node) && isText(node.argumentExpression) && isObject(node.expression)) ||
      (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword && isText(node.left))
    if (isLookup) found.push(node)
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

if (import.meta.main) {
  const found = lookupsByText(join(import.meta.dirname, '..'))
  for (const lookup of found) console.error(`${lookup} looks up text: use own or setOwn`)
  if (found.length > 0) process.exitCode = 1
}
