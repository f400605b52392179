import { lazy, Suspense, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { Popover } from '#kernel/web/ui/Popover.tsx'
import { pageText } from '../../client/i18n.ts'
import { notify } from '../../client/live/notices.ts'
import { viewApi, type SavedView, type ViewContent } from './saved-views.ts'
import { listDeskText } from '../list-desk-text.ts'
import './view-menu.css'

const ViewDialog = lazy(() => import('./ViewDialog.tsx').then((module) => ({ default: module.ViewDialog })))

interface ViewMenuProps {
  readonly list: string
  readonly views: readonly SavedView[]
  readonly mayShare: boolean
  readonly view: SavedView | null
  /** The list differs from its view. */
  readonly isModified: boolean
  readonly defaultId: string | null
  /** The list's current state, to be saved. */
  readonly content: ViewContent
  readonly onShow: (view: SavedView | null) => void
  readonly onReset: () => void
  readonly onDefault: (id: string | null) => void
}

type Asking = 'saveAs' | 'rename' | 'delete'

/** The saved views of a list: choose one, save the current state, name, share, make it the default. */
export function ViewMenu(props: ViewMenuProps) {
  const { list, views, view, isModified } = props
  const [asking, setAsking] = useState<Asking | null>(null)
  const name = view?.name ?? listDeskText('standard')
  return (
    <>
      <Popover
        label={listDeskText('label', { view: name })}
        className="view-button"
        trigger={
          <>
            <span className="view-name">{name}</span>
            {isModified ? <span className="view-modified">{listDeskText('modified')}</span> : null}
            <Icon name="down" size={14} />
          </>
        }
      >
        {(close) => (
          <div className="view-menu">
            <ViewGroup
              {...props}
              title={listDeskText('mine')}
              views={views.filter(({ isMine }) => isMine)}
              close={close}
              hasStandard
            />
            <ViewGroup
              {...props}
              title={listDeskText('shared')}
              views={views.filter(({ isMine }) => !isMine)}
              close={close}
            />
            <ViewActions
              {...props}
              onAsk={(what) => {
                close()
                setAsking(what)
              }}
              close={close}
            />
          </div>
        )}
      </Popover>
      {asking ? (
        <Suspense fallback={null}>
          <ViewDialog
            kind={asking}
            list={list}
            view={view}
            content={props.content}
            onClose={() => setAsking(null)}
            onDone={(done) => {
              setAsking(null)
              if (asking !== 'rename') props.onShow(done)
              if (asking === 'delete' && view?.id === props.defaultId) props.onDefault(null)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

interface ViewGroupProps extends ViewMenuProps {
  readonly title: string
  readonly close: () => void
  readonly hasStandard?: boolean
}

function ViewGroup({ title, views, view, defaultId, onShow, close, hasStandard = false }: ViewGroupProps) {
  const entries: readonly (SavedView | null)[] = hasStandard ? [null, ...views] : views
  if (entries.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {entries.map((entry) => (
          <li key={entry?.id ?? ''}>
            <button
              type="button"
              className="view-entry"
              aria-current={entry?.id === view?.id ? 'true' : undefined}
              onClick={() => {
                close()
                onShow(entry)
              }}
            >
              <span className="view-check">{entry?.id === view?.id ? <Icon name="check" size={14} /> : null}</span>
              <span className="view-entry-name">{entry?.name ?? listDeskText('standard')}</span>
              {entry && !entry.isMine ? <span className="view-note">{entry.ownerName}</span> : null}
              {entry?.isMine && entry.isShared ? <span className="view-note">{listDeskText('isShared')}</span> : null}
              {(entry?.id ?? null) === defaultId ? (
                <span className="view-note">{listDeskText('isDefault')}</span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ViewActionsProps extends ViewMenuProps {
  readonly onAsk: (what: Asking) => void
  readonly close: () => void
}

function ViewActions(props: ViewActionsProps) {
  const { list, view, isModified, mayShare, defaultId, content, onDefault, onReset, onAsk, close } = props
  const isMine = view?.isMine ?? false
  const save = async (): Promise<void> => {
    if (!view) return
    close()
    try {
      props.onShow(await viewApi.save(list, { id: view.id, version: view.version, name: view.name, content }))
      notify('success', listDeskText('saved', { view: view.name }))
    } catch (cause) {
      notify('error', cause instanceof Error ? cause.message : pageText('http.unknown'))
      void viewApi.reload(list)
    }
  }
  const share = async (): Promise<void> => {
    if (!view) return
    close()
    await viewApi.share(list, view, !view.isShared).then(props.onShow, () => undefined)
  }
  const actions: readonly { readonly text: string; readonly isShown: boolean; readonly act: () => void }[] = [
    { text: listDeskText('save'), isShown: isMine && isModified, act: () => void save() },
    { text: listDeskText('saveAs'), isShown: true, act: () => onAsk('saveAs') },
    {
      text: listDeskText('reset'),
      isShown: isModified,
      act: () => {
        close()
        onReset()
      },
    },
    {
      text: listDeskText('makeDefault'),
      isShown: (view?.id ?? null) !== defaultId,
      act: () => {
        close()
        onDefault(view?.id ?? null)
      },
    },
    { text: listDeskText('rename'), isShown: isMine, act: () => onAsk('rename') },
    {
      text: listDeskText(view?.isShared ? 'unshare' : 'share'),
      isShown: isMine && mayShare,
      act: () => void share(),
    },
    { text: listDeskText('delete'), isShown: isMine, act: () => onAsk('delete') },
  ]
  return (
    <section className="view-actions">
      <ul>
        {actions
          .filter(({ isShown }) => isShown)
          .map(({ text, act }) => (
            <li key={text}>
              <button type="button" className="view-entry" onClick={act}>
                {text}
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
}
