import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../client/i18n.ts'
import { useShortcut } from '../shell/shortcuts/shortcuts.ts'
import { useRecordNavigation } from './record-navigation.ts'
import { totalText } from '../client/paging.ts'
import './record-navigator.css'

/** In the head of a document: the next one of the list it was opened from. Hidden where there is none. */
export function RecordNavigator() {
  const walk = useRecordNavigation()
  useShortcut('j', pageText('list.keys.walkNext'), () => walk?.next?.(), { isActive: walk !== null })
  useShortcut('k', pageText('list.keys.walkPrevious'), () => walk?.previous?.(), { isActive: walk !== null })
  if (!walk) return null
  return (
    <nav className="record-navigator" aria-label={pageText('list.walkLabel')}>
      <button
        type="button"
        className="icon-button"
        aria-label={pageText('list.keys.walkPrevious')}
        title={pageText('list.keys.walkPrevious')}
        disabled={!walk.previous}
        onClick={() => walk.previous?.()}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={pageText('list.keys.walkNext')}
        title={pageText('list.keys.walkNext')}
        disabled={!walk.next}
        onClick={() => walk.next?.()}
      >
        <Icon name="down" />
      </button>
      {walk.total === null ? null : (
        <button type="button" className="link-button" onClick={walk.back}>
          {pageText('list.walk', { position: walk.position, total: totalText(walk.total, false) })}
        </button>
      )}
    </nav>
  )
}
