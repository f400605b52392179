import type { Plugin } from 'vite'

const FRAME = /[/\\](web|phone)-frame\.tsx$/

/**
 * Names the files of the frame in the HTML. The first script asks for the frame itself, but by then the browser has waited a round trip
 * for that script; so both are fetched at once. Its styles stand in the HTML: the first paint, before any script has run, has the background of the theme.
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
