import { pageText } from '../../client/i18n.ts'
import './loading.css'

/** A page skeleton; it fades in late, so that quick answers do not flash. */
export function Loading() {
  return (
    <main className="phone-page" aria-busy="true">
      <LoadingPart />
    </main>
  )
}

/** The same for content below a heading: a page has one `main`. */
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
