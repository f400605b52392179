/** The build that this page was loaded from; empty in development. */
export function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
}

let isOutdated = false
const listeners = new Set<() => void>()

/** Called with the server's current build from every answer and from the live stream. */
export function seeBuild(offered: string | null): void {
  if (isOutdated || !offered || !ownBuild() || offered === ownBuild()) return
  isOutdated = true
  for (const listener of listeners) listener()
}

export function isNewVersionThere(): boolean {
  return isOutdated
}

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
