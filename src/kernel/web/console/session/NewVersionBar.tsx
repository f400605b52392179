import { useEffect, useState, useSyncExternalStore } from 'react'
import { pageText } from '../client/i18n.ts'
import { onLive } from '../client/live/live.ts'
import { isNewVersionThere, onNewVersion, seeBuild } from '../client/new-version.ts'
import { reloadKeepingInput } from '../client/unsaved.ts'
import './new-version-bar.css'

/** Offers to load the page again when the server has another build. Never by itself: somebody may be in the middle of a form. */
export function NewVersionBar() {
  const isThere = useSyncExternalStore(onNewVersion, isNewVersionThere)
  const [isPutOff, setPutOff] = useState(false)
  // A page that makes no call learns of it too, when its stream begins anew.
  useEffect(() => onLive('hello', ({ version }) => seeBuild(version)), [])
  if (!isThere || isPutOff) return null
  return (
    <aside className="new-version" role="status">
      <p>
        {pageText('version.text')} <span>{pageText('version.kept')}</span>
      </p>
      <button type="button" className="new-version-go" onClick={() => void reloadKeepingInput()}>
        {pageText('version.reload')}
      </button>
      <button type="button" onClick={() => setPutOff(true)}>
        {pageText('version.later')}
      </button>
    </aside>
  )
}
