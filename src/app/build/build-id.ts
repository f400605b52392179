import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** The build's name, a hash of its content: the same sources give the same name on every machine. */
export function buildId(): Plugin {
  return {
    name: 'build-id',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return []
        const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))
        const content = createHash('sha256').update(files.toSorted().join('\n')).digest('base64url').slice(0, 12)
        return [{ tag: 'meta', attrs: { name: 'build', content }, injectTo: 'head' }]
      },
    },
  }
}
