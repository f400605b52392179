import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** A file of texts in one language, as source code names it in a dynamic import. */
const TEXTS = /import\(\s*(['"`])([^'"`]+?\/locale\/(?:[\w-]+\.)?(en|zh)\.ts)\1\s*\)/g
/** The folder of an area's texts, with or without the drive of a Windows path before it. */
const OF_AREA = /[/\\]src[/\\]areas[/\\]([\w-]+)[/\\]locale[/\\]/
const PREFIX = 'virtual:texts/'

/**
 * Makes one file of all the texts that parts of an area's pages fetch in one language, beside those that every page of the area has. In the
 * source they are many small files, each fetched by the part that needs it; a page that waits for five of them would send five requests
 * for a few hundred bytes each.
 */
export function textBundles(): Plugin {
  let root = ''
  /** Files by area and language. */
  const bundles = new Map<string, string[]>()

  function bundleOf(file: string): string | null {
    const area = OF_AREA.exec(file)?.[1]
    const language = /(en|zh)\.ts$/.exec(file)?.[1]
    return area && language ? `${area}.${language}` : null
  }

  return {
    name: 'text-bundles',
    enforce: 'post',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    buildStart() {
      bundles.clear()
      const files = new Set<string>()
      for (const source of globSync('src/areas/*/web/*.{ts,tsx}', { cwd: root })) {
        const path = join(root, source)
        for (const [, , target = ''] of readFileSync(path, 'utf8').matchAll(TEXTS)) {
          files.add(resolve(dirname(path), target))
        }
      }
      for (const file of [...files].toSorted()) {
        const bundle = bundleOf(file)
        if (bundle) bundles.set(bundle, [...(bundles.get(bundle) ?? []), file])
      }
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const files = bundles.get(id.slice(PREFIX.length + 1)) ?? []
      return files.map((file) => `export * as ${nameOf(file)} from ${JSON.stringify(file)}`).join('\n')
    },
    transform(code, id) {
      if (!/[/\\]src[/\\](areas|kernel)[/\\].*\.tsx?$/.test(id)) return null
      let isChanged = false
      const changed = code.replaceAll(TEXTS, (whole, _quote, target: string) => {
        const file = target.startsWith('/') ? join(root, target) : resolve(dirname(id), target)
        const bundle = bundleOf(file)
        if (!bundle || !bundles.get(bundle)?.includes(file)) return whole
        isChanged = true
        return `import(${JSON.stringify(PREFIX + bundle)}).then((texts) => texts.${nameOf(file)})`
      })
      return isChanged ? { code: changed, map: null } : null
    },
  }
}

function nameOf(file: string): string {
  const [name = ''] = /[\w.-]+(?=\.ts$)/.exec(file) ?? []
  return `texts_${name.replaceAll(/\W/g, '_')}`
}
