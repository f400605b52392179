import { Icon, isIconName } from '#kernel/web/ui/Icon.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { pageText } from '../../client/i18n.ts'
import type { MenuItem } from '../../client/storage.ts'
import { groupsFor, type OwnGroup } from '../../palette/entries.ts'
import { type PageAction, useActionEntries } from '../../palette/page-actions.ts'
import { pageEntries } from '../../palette/page-entries.ts'
import { paletteText } from '../../palette/palette-text.ts'
import { useFound } from '../../palette/use-found.ts'
import { PhoneLink } from '../PhoneLink.tsx'
import { phoneUrl } from './phone-url.ts'

interface PhoneFindProps {
  readonly typed: string
  readonly menus: readonly MenuItem[]
  readonly onOpen: () => void
}

/** What a word finds: pages and actions as on a desk, each at its page for a phone, and everything that the server finds. */
export function PhoneFind({ typed, menus, onOpen }: PhoneFindProps) {
  const { found, isSearching, error, retry } = useFound(typed)
  const onPhone = ({ page, address }: PageAction): string => {
    const menu = menus.find(({ url }) => url === page)
    const [path = '', query] = address().split('?')
    return menu && path === page ? [phoneUrl(menu, menus), query].filter(Boolean).join('?') : address()
  }
  const actions = useActionEntries(menus, onPhone)
  const own = groupsFor(typed, [
    { key: 'pages', entries: pageEntries(menus, (menu) => phoneUrl(menu, menus)) },
    { key: 'actions', entries: actions },
  ])
  const isEmpty = own.length === 0 && found.every((group) => group.found.length === 0)
  return (
    <div className="phone-find">
      {own.map(({ key: group, entries }) => (
        <section key={group}>
          <h3 className="phone-menu-group">{paletteText(`groups.${group as OwnGroup}`)}</h3>
          <ul>
            {entries.map(({ key, icon, title, address = '' }) => (
              <li key={key} onClick={onOpen}>
                <PhoneLink to={address} className="phone-menu-link">
                  <Icon name={icon} size={20} />
                  {title}
                </PhoneLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {found.map((group) =>
        group.found.length === 0 ? null : (
          <section key={group.kind}>
            <h3 className="phone-menu-group">{group.label}</h3>
            <ul>
              {group.found.map(({ key, title, hint, state, mobileUrl }) => (
                <li key={key} onClick={onOpen}>
                  <PhoneLink to={mobileUrl} className="phone-menu-link">
                    <Icon name={isIconName(group.icon) ? group.icon : 'list'} size={20} />
                    <span className="phone-find-entry">
                      {title}
                      {hint ? <small>{hint}</small> : null}
                    </span>
                    {state ? <StateMark colour={state.colour as StateColour} text={state.label} /> : null}
                  </PhoneLink>
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
      <p className="quiet" role={error ? 'alert' : 'status'}>
        {error ? paletteText('failed', { reason: error }) : null}
        {error ? (
          <button type="button" className="phone-menu-look" onClick={retry}>
            {pageText('common.retry')}
          </button>
        ) : null}
        {!error && isSearching ? paletteText('searching') : null}
        {!error && !isSearching && isEmpty ? paletteText('none', { typed: typed.trim() }) : null}
      </p>
    </div>
  )
}
