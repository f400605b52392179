import { rightsOf, type SchemeRights } from '#areas/scheme/shared/scheme-document.ts'
import { SCHEME_SEGMENTS } from '#areas/scheme/scheme.documents.ts'

/** The rights of every document of schemes. */
const schemes = (what: keyof SchemeRights) => SCHEME_SEGMENTS.map((route) => rightsOf(route)[what])

/** Calls for every type of document: who holds none of the types' rights is refused at once. */
export const ANY_OF: Readonly<Record<string, readonly string[]>> = {
  '/aps/common/flow/retry': ['budget.country.retry', 'approval.administer', ...schemes('retry')],
  ...Object.fromEntries(
    ['return', 'transfer', 'delegate', 'answer', 'add-signer', 'remove-signer'].map((verb) => [
      `/aps/bpm/task/${verb}`,
      ['budget.country.approve', 'change.record.approve', ...schemes('approve')],
    ]),
  ),
  '/aps/bpm/preview': ['budget.country.submit', 'change.record.submit', ...schemes('submit')],
  '/aps/bpm/task/urge': ['budget.country.submit', 'change.record.submit', ...schemes('submit')],
  '/aps/bpm/task/terminate': ['approval.administer'],
  '/aps/bpm/task/comment': ['budget.country.view', 'change.record.view', ...schemes('view')],
  '/aps/common/flow/circulate': ['budget.country.view', 'change.record.view', ...schemes('view')],
}
