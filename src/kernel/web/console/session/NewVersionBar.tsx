import { useEffect, useState, useSyncExternalStore } from 'react'
import { pageText } from '../client/i18n.ts'
import { onLive } from '../client/live/live.ts'
import { isNewVersionThere, onNewVersion, seeBuild } from '../client/new-version.ts'
import { reloadKeepingInput } from '../client/unsaved.ts'
import './new-version-bar.css'

/** Offers to reload when the server has another build. Never automatic, because a person may be filling in a form. */
export function NewVersionBar() {
  const isThere = useSyncExternalStore(onNewVersion, isNewVersionThere)
  const [isPutOff, setPutOff] = useState(false)
  // A page without calls is notified too, when its stream reconnects.
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
