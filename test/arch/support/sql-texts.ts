import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

const root = join(import.meta.dirname, '../../..')

/** Replaces a value that is known only at run time. */
export const UNKNOWN = ' _unknown_ '

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** All texts of a source file that are, or contain, a query. Constants of the same file that a template inserts are filled in. */
export function queriesOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  // A text that contains a query contains the word, or inserts a constant that does.
  if (!/\bselect\b/i.test(source)) return []
  const tree = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const constants = new Map<string, Node>()
  const texts: Node[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    if (!isNode(value)) return
    if (value.type === 'VariableDeclarator' && isNode(value['id']) && isNode(value['init']))
      constants.set(String(value['id']['name']), value['init'])
    if (value.type === 'TemplateLiteral' || value.type === 'Literal') texts.push(value)
    for (const [key, each] of Object.entries(value)) if (key !== 'parent') walk(each)
  }
  walk(tree)
  const textOf = (node: Node, depth: number): string | null => {
    if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
    if (node.type === 'Identifier') {
      const constant = constants.get(String(node['name']))
      return constant && depth < 5 ? textOf(constant, depth + 1) : null
    }
    if (node.type !== 'TemplateLiteral') return null
    const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
    const expressions = node['expressions'] as readonly Node[]
    return quasis
      .map(({ value }, at) => {
        const expression = expressions[at]
        return value.cooked + (expression ? (textOf(expression, depth) ?? UNKNOWN) : '')
      })
      .join('')
  }
  return texts.flatMap((node) => {
    const text = textOf(node, 0)
    return text !== null && /\bselect\b/i.test(text) ? [text] : []
  })
}
