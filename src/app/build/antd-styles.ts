import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Splits antd's stylesheet (1 MB) by component, so that a chunk contains the styles of exactly its components, and
 * removes the functions that would generate the same styles at run time (`zeroRuntime` never calls them). Both come
 * from antd's own files: nothing here names a component that a page uses.
 */
export function antdStyles(): Plugin[] {
  return [wholeStylesheet(), stylesheetPieces(), directImports()]
}

/** In development antd's own file is used unchanged, so that a reload splits nothing. */
function wholeStylesheet(): Plugin {
  const whole = createRequire(import.meta.url).resolve('antd/dist/antd.css')
  return {
    name: 'antd-styles-whole',
    enforce: 'pre',
    apply: 'serve',
    resolveId: (id) => (id === `${PREFIX}${BASE}.css` ? whole : null),
  }
}

function stylesheetPieces(): Plugin {
  const pieces = cutStylesheet()
  return {
    name: 'antd-styles',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const component = id.slice(PREFIX.length + 1, -'.css'.length)
      return { code: pieces.get(component) ?? '', moduleSideEffects: true }
    },
    transform(code, id) {
      const component = /[/\\]antd[/\\]es[/\\]([a-z-]+)[/\\]style[/\\]index\.js$/.exec(id)?.[1]
      if (!component || !pieces.has(component)) return null
      return {
        code: `import '${PREFIX}${component}.css';\n${withoutStyleFunctions(code, this.parse(code))}`,
        map: null,
        moduleSideEffects: true,
      }
    },
  }
}

/**
 * Imports each component from its own folder. The package's index re-exports all of them: the bundler drops unused
 * ones, but the chunk planner (planned-chunks.ts) would see every page import every component.
 */
function directImports(): Plugin {
  const INDEX_IMPORT = /import \{([^}]*)\} from 'antd'/g
  return {
    name: 'antd-direct-imports',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!/[/\\]src[/\\].*\.tsx?$/.test(id) || !code.includes(`from 'antd'`)) return null
      const changed = code.replaceAll(INDEX_IMPORT, (_whole, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => `import ${name} from 'antd/es/${folderOf(name)}'`)
          .join(';'),
      )
      return { code: changed, map: null }
    },
  }
}

function folderOf(component: string): string {
  return component.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
}

const PREFIX = 'virtual:antd-styles/'

/** The part that belongs to no single component (links, icons, motion): the entry imports it by name. */
const BASE = 'base'

/** Classes whose name does not follow from their component's folder. */
const FOLDER_OF_CLASS: Readonly<Record<string, string>> = {
  btn: 'button',
  picker: 'date-picker',
  col: 'grid',
  row: 'grid',
  ribbon: 'badge',
  'scroll-number': 'badge',
  otp: 'input',
}

function cutStylesheet(): Map<string, string> {
  const root = dirname(createRequire(import.meta.url).resolve('antd/package.json'))
  const folders = readdirSync(join(root, 'es'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted((a, b) => b.length - a.length)
  const pieces = new Map<string, string>([[BASE, ''], ...folders.map((folder): [string, string] => [folder, ''])])
  for (const rule of topLevelRules(readFileSync(join(root, 'dist/antd.css'), 'utf8'))) {
    // Rules that antd's extraction added: variables of its own pages and a cache path.
    if (/^\.(css-var-_R|data-ant-cssinjs)/.test(rule)) continue
    const owner = ownerOf(rule, folders)
    pieces.set(owner, (pieces.get(owner) ?? '') + rule)
  }
  return pieces
}

function ownerOf(rule: string, folders: readonly string[]): string {
  const name = rule.startsWith('@keyframes') ? undefined : /\.ant-([a-z][a-z-]*)/.exec(rule)?.[1]
  if (!name) return BASE
  const special = Object.keys(FOLDER_OF_CLASS).find((part) => name === part || name.startsWith(`${part}-`))
  if (special) return FOLDER_OF_CLASS[special] ?? BASE
  return folders.find((folder) => name === folder || name.startsWith(`${folder}-`)) ?? BASE
}

function topLevelRules(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < css.length; at += 1) {
    const character = css[at]
    if (character === '{') depth += 1
    if (character !== '}') continue
    depth -= 1
    if (depth > 0) continue
    rules.push(css.slice(start, at + 1).trim())
    start = at + 1
  }
  return rules
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const GENERATORS = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook'])

/** Removes the style function of each generator call; the functions it called are then unused and dropped. */
function withoutStyleFunctions(code: string, program: unknown): string {
  const cuts: { start: number; end: number }[] = []
  visit(program as Node, (node) => {
    if (node.type !== 'CallExpression') return
    const callee = node['callee'] as Node & { name?: string }
    const styleFunction = (node['arguments'] as Node[])[1]
    if (callee.name && GENERATORS.has(callee.name) && styleFunction) cuts.push(styleFunction)
  })
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, cut) => `${text.slice(0, cut.start)}() => []${text.slice(cut.end)}`, code)
}

function visit(node: Node, act: (node: Node) => void): void {
  act(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, act)
    }
  }
}
