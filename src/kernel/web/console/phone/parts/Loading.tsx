import { pageText } from '../../client/i18n.ts'
import './loading.css'

/** The shape of a page while it loads; it fades in late, so that nothing flashes on a quick answer. */
export function Loading() {
  return (
    <main className="phone-page" aria-busy="true">
      <LoadingPart />
    </main>
  )
}

/** The same for what a page still waits for below its heading: a page has one `main`. */
export function LoadingPart() {
  return (
    <>
      <p className="unseen" role="status">
        {pageText('common.loading')}
      </p>
      {[140, 180, 96].map((height) => (
        <div key={height} className="phone-skeleton" style={{ height }} />
      ))}
    </>
  )
}
