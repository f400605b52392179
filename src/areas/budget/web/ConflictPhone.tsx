import { useQuery } from '@tanstack/react-query'
import Button from 'antd-mobile/es/components/button'
import { areaTexts, pageText } from '#kernel/console/client/i18n.ts'
import type { BudgetTexts } from '../locale/en.ts'
import { budgetApi, type CountryBudgetHeader } from './budget-api.ts'
import { type Draft, draftOf } from './phone-draft.ts'
import type { Stored } from './phone-draft-backup.ts'
import '#kernel/console/phone/stack.css'

const t = areaTexts<BudgetTexts>('budget')

interface ConflictPhoneProps {
  readonly stored: Stored
  readonly reason: string
  readonly draft: Draft
  /** Goes on with the stored version: over it, or (with `theirs`) from it. */
  readonly onTake: (version: Stored, theirs: Draft | null) => void
}

/** The draft was saved somewhere else meanwhile: what differs, and which one to go on with. */
export function ConflictPhone({ stored, reason, draft, onTake }: ConflictPhoneProps) {
  const { data } = useQuery({
    queryKey: ['conflict', stored.id, reason],
    queryFn: () => budgetApi.detail({ id: stored.id }),
    gcTime: 0,
    staleTime: 0,
  })
  const theirs = data ? draftOf(data.document) : null
  return (
    <section className="card" role="alert">
      <h2>{pageText('form.conflictTitle')}</h2>
      <p className="quiet">{reason}</p>
      {data && theirs ? (
        <>
          <ul className="stack">
            {differences(draft, theirs).map(({ label, yours, stored: other }) => (
              <li key={label}>
                <strong>{label}</strong>
                <span>
                  <span className="quiet">{pageText('form.conflictYours')}</span> {yours || '/'}
                </span>
                <span>
                  <span className="quiet">{pageText('form.conflictStored')}</span> {other || '/'}
                </span>
              </li>
            ))}
          </ul>
          <Button block color="primary" onClick={() => onTake(data.document, null)}>
            {pageText('form.conflictMine')}
          </Button>
          <Button block onClick={() => onTake(data.document, theirs)}>
            {pageText('form.conflictTheirs')}
          </Button>
        </>
      ) : (
        <p role="status">{pageText('common.loading')}</p>
      )}
    </section>
  )
}

interface Difference {
  readonly label: string
  readonly yours: string
  readonly stored: string
}

const HEADER = [
  'applyType',
  'areaId',
  'year',
  'month',
  'budgetDeptCode',
  'projectPoolCode',
  'productClass',
  'regionCode',
  'reason',
] as const satisfies readonly (keyof CountryBudgetHeader)[]

function differences(mine: Draft, theirs: Draft): Difference[] {
  const header = HEADER.flatMap((field) => {
    const yours = String(mine.header[field] ?? '')
    const stored = String(theirs.header[field] ?? '')
    return yours === stored ? [] : [{ label: t(`documents.countryBudget.fields.${field}`), yours, stored }]
  })
  const rows = Array.from({ length: Math.max(mine.lines.length, theirs.lines.length) }, (_, row): Difference[] => {
    const yours = lineText(mine, row)
    const stored = lineText(theirs, row)
    return yours === stored ? [] : [{ label: pageText('phone.lineOf', { row: row + 1 }), yours, stored }]
  })
  return [...header, ...rows.flat()]
}

function lineText(draft: Draft, row: number): string {
  const line = draft.lines[row]
  if (!line) return ''
  const { countryCode, projectCode, subBusiCode, productLineCode, amount, remark } = line
  return [countryCode, projectCode, subBusiCode, productLineCode, amount, remark].filter(Boolean).join(' · ')
}
