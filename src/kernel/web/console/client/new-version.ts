/** The build that this page was loaded from; empty while developing, when there is none. */
export function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? ''
}

let isOutdated = false
const listeners = new Set<() => void>()

/** Told by every answer, and by the stream of live events, which build the server offers now. */
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
