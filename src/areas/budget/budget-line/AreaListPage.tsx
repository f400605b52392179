import type { ReactNode } from 'react'
import { OptionsFailed } from '#kernel/web/console/Banner.tsx'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ViewPicker } from '#kernel/web/console/list/views/ViewPicker.tsx'
import { AreaPicker, type AreaPickerProps } from './AreaPicker.tsx'
import { pageLabel } from './list-texts.web.ts'
import './country-list-page.css'

interface AreaListPageProps<View extends string> extends AreaPickerProps {
  readonly title: string
  /** The lists that the page switches between. */
  readonly views?: {
    readonly value: View
    readonly texts: Readonly<Record<View, string>>
    readonly onChange: (next: View) => void
  }
  readonly children: ReactNode
}

/** Lists of an area, which is chosen above them. */
export function AreaListPage<View extends string = never>(props: AreaListPageProps<View>) {
  const { title, views, children, ...area } = props
  const { onRetry } = area.areas
  return (
    <ListPage
      title={title}
      aside={<AreaPicker {...area} />}
      tabs={
        <>
          {onRetry ? <OptionsFailed onRetry={onRetry} /> : null}
          {views ? (
            <ViewPicker
              label={pageLabel('views')}
              value={views.value}
              views={(Object.keys(views.texts) as View[]).map((key) => ({ key, text: views.texts[key] }))}
              onChange={views.onChange}
            />
          ) : null}
        </>
      }
    >
      {children}
    </ListPage>
  )
}
