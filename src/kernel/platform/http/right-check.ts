import type { Route } from './route.ts'

/** Refuses to start the server with a route that has no right, has an undeclared one, or is registered twice. */
export function checkRights(routes: readonly Route[], declared: ReadonlySet<string>): void {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    if (seen.has(name)) problems.push(`${name} stands twice`)
    seen.add(name)
    const problem = rightProblem(route)
    if (problem) problems.push(`${name} ${problem}`)
    else if (typeof route.right === 'string' && !declared.has(route.right)) {
      problems.push(`${name} needs the right ${route.right}, which no area declares`)
    }
  }
  if (problems.length > 0) throw new Error(`the routes are not in order:\n${problems.join('\n')}`)
}

function rightProblem(route: Route): string | null {
  const right: unknown = route.right
  if (typeof right === 'string') return right === '' ? 'has an empty right' : null
  if (typeof right !== 'object' || right === null) return 'has no right'
  const reason: unknown = Object.values(right)[0]
  return typeof reason === 'string' && reason.length > 0 ? null : 'does not say why it needs no right'
}
