import { Link, useSearchParams } from 'react-router'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { storeImage } from '../records/store-image.record.ts'
import { OwnStore, type OwnStoreDevice } from './OwnStore.tsx'
import { ownStoreText } from './own-store-texts.web.ts'

const DESK: OwnStoreDevice = {
  Link,
  Failure: ({ error, onRetry }) => (
    <ErrorBanner error={error} text={(reason) => ownStoreText('failed', { reason })} onRetry={onRetry} />
  ),
  Choice: ({ stores, value, onChange }) => (
    <TextChoice
      aria-label={ownStoreText('choose')}
      value={value}
      options={stores.map(({ code, name }) => ({ value: code, label: `${code} / ${name}` }))}
      onChange={(code) => (code === null ? undefined : onChange(code))}
    />
  ),
  newImage: (storeCode) => `${storeImage.page}?${new URLSearchParams({ record: 'new', 'new.storeCode': storeCode })}`,
  image: (id) => `${storeImage.page}?${new URLSearchParams({ record: id })}`,
}

export default function OwnStorePage() {
  const [query, setQuery] = useSearchParams()
  return (
    <>
      <header className="page-head">
        <h1>{ownStoreText('title')}</h1>
      </header>
      <OwnStore
        device={DESK}
        asked={query.get('storeCode')}
        onChoose={(storeCode) => setQuery({ storeCode }, { replace: true })}
      />
    </>
  )
}
