import type { Plugin } from 'vite'

const FRAME = /[/\\](web|phone)-frame\.tsx$/

/**
 * Adds the files of the frame to the HTML. The first script requests the frame itself, but only a round trip later; this way both are
 * fetched at once. The frame's styles are linked in the HTML, so that the first paint, before any script, has the theme's background.
 */
export function preloadFrame(): Plugin {
  return {
    name: 'preload-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk')
        const device = path.includes('phone') ? 'phone' : 'web'
        const frame = chunks.find(({ facadeModuleId }) => FRAME.exec(facadeModuleId ?? '')?.[1] === device)
        if (!frame) throw new Error(`the build has no frame for ${path}`)
        const needed = new Set([frame.fileName])
        for (const file of needed) {
          for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) needed.add(next)
        }
        const styles = new Set(
          chunks
            .filter(({ fileName }) => needed.has(fileName))
            .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
        )
        const isNew = (file: string) => !html.includes(`/${file}"`)
        return [
          ...[...styles].filter(isNew).map((file) => ({
            tag: 'link',
            attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
          ...[...needed].filter(isNew).map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
        ]
      },
    },
  }
}
