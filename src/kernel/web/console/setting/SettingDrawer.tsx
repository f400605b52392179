import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { pageText } from '../client/i18n.ts'
import { ErrorBanner } from '../Banner.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { SettingEditor } from './SettingEditor.tsx'

interface SettingDrawerProps<C> extends Omit<ComponentProps<typeof SettingEditor<C>>, 'loaded' | 'onDone'> {
  readonly name: string
  readonly settingKey: string
  readonly title: ReactNode
  readonly onClose: () => void
  /** A draft was created, discarded or published. */
  readonly onChanged: () => void
}

/** One setting of a list, in a drawer. */
export function SettingDrawer<C>({ name, settingKey, title, onClose, onChanged, ...editor }: SettingDrawerProps<C>) {
  /** Keyed by each load, so that input does not outlive its draft. */
  const [reading, setReading] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['setting', name, settingKey, reading],
    queryFn: ({ signal }) => editor.calls.read(settingKey, { signal, handles: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const close = () => {
    onChanged()
    onClose()
  }
  return (
    <Dialog title={title} closeLabel={pageText('common.close')} onClose={close} shape="drawer" width={760}>
      {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <SettingEditor<C>
          key={reading}
          {...editor}
          loaded={data}
          onDone={() => {
            onChanged()
            setReading(reading + 1)
          }}
        />
      ) : null}
      {!data && !error ? <p className="quiet">{pageText('common.loading')}</p> : null}
    </Dialog>
  )
}
