import { Icon, isIconName } from '#kernel/web/ui/Icon.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { pageText } from '../../client/i18n.ts'
import type { MenuItem } from '../../client/storage.ts'
import { paletteText } from '../../palette/palette-text.ts'
import { useFound } from '../../palette/use-found.ts'
import { menuTitle } from '../../shell/menu-tree.ts'
import { PhoneLink } from '../PhoneLink.tsx'
import { phoneUrl } from './phone-url.ts'

interface PhoneFindProps {
  readonly typed: string
  readonly menus: readonly MenuItem[]
  readonly onOpen: () => void
}

/** What a word finds: pages of the menu by their name in both languages, and everything that the server finds. */
export function PhoneFind({ typed, menus, onOpen }: PhoneFindProps) {
  const { found, isSearching, error, retry } = useFound(typed)
  const words = typed.trim().toLowerCase().split(/\s+/)
  const pages = menus.filter(
    ({ hidden, url, name, nameEn }) =>
      !hidden && url !== '' && words.every((word) => `${name} ${nameEn}`.toLowerCase().includes(word)),
  )
  const isEmpty = pages.length === 0 && found.every((group) => group.found.length === 0)
  return (
    <div className="phone-find">
      {pages.length > 0 ? (
        <section>
          <h3 className="phone-menu-group">{paletteText('groups.pages')}</h3>
          <ul>
            {pages.map((item) => (
              <li key={item.code} onClick={onOpen}>
                <PhoneLink to={phoneUrl(item, menus)} className="phone-menu-link">
                  <Icon name={isIconName(item.icon) ? item.icon : 'list'} size={20} />
                  {menuTitle(item)}
                </PhoneLink>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
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
