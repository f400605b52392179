import { isWithinLimits } from '#kernel/platform/access/limits.ts'
import { inScope } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { codesIn, joinCodes } from '#kernel/engine/record/write/codes.ts'
import type { RecordChange, RecordRules } from '#kernel/engine/record/record-rules.ts'
import { customerErrors } from '../customer.errors.ts'
import { customer } from '../records/customer.record.ts'
import { taxKey } from './tax-number.ts'

interface Found {
  readonly at: number
  readonly code: string
  readonly name_zh: string
  readonly name_en: string
  readonly scope_id: number
}

/** Similarity from which two names, without common company words, count as one. */
const SIMILAR = 0.65

/** Other customers of the same country responsible for the same tax number: those without a legal entity customer. */
const sameTax = prepared<Found>(
  'customer.same-tax',
  `select g.at::int as at, t.code, t.name_zh, t.name_en, t.scope_id
   from unnest($1::text[], $2::text[], $3::text[]) with ordinality as g (code, country, tax, at)
   join customer t on t.country_code = g.country and t.tax_key = g.tax and t.code <> g.code and t.legal_entity_customer_code is null`,
)

const similar = prepared<Found>(
  'customer.similar',
  `select g.at::int as at, s.code, s.name_zh, s.name_en, s.scope_id
   from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as g (code, country, name_en, name_zh, at)
   cross join lateral (
     select * from (
       select t.*, similarity(t.name_key, customer_name_key(g.name_en)) as alike from customer t
        where t.country_code = g.country and t.code <> g.code
          and (t.name_key % customer_name_key(g.name_en) or t.name_zh = g.name_zh)
     ) near where near.alike >= ${SIMILAR} or near.name_zh = g.name_zh
     order by near.alike desc, near.code limit 10
   ) s order by g.at, s.alike desc, s.code`,
)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function differs({ before, after }: RecordChange, ...names: readonly string[]): boolean {
  return after !== null && names.some((name) => (before?.[name] ?? null) !== (after[name] ?? null))
}

/**
 * One company is one customer: an equal tax number is refused; a similar name is refused with both shown, until a
 * person confirms that they checked. The table's own key prevents two concurrent entries.
 */
export const customerDuplicates: RecordRules = {
  record: customer,
  async refuse(tx, { principal, language }, changes) {
    const refused = new Map<RecordChange, Refusal[]>()
    const add = (change: RecordChange, refusal: Refusal): void => {
      refused.set(change, [...(refused.get(change) ?? []), refusal])
    }
    const isSeen = (found: Found) =>
      inScope(principal.scope, found.scope_id) && isWithinLimits(principal, 'customer', () => found.code)
    const called = (found: Found) => `${found.code} ${language === 'zh' ? found.name_zh : found.name_en}`

    const heads = changes.filter(
      (change) =>
        change.after?.['taxNo'] &&
        !change.after['legalEntityCustomerCode'] &&
        differs(change, 'taxNo', 'countryCode', 'legalEntityCustomerCode'),
    )
    const taxOf = (change: RecordChange) => taxKey(text(change.after?.['taxNo']))
    const of = (list: readonly RecordChange[], name: string) => list.map(({ after }) => text(after?.[name]))
    if (heads.length > 0) {
      const found = await tx.rows(
        sameTax(
          heads.map(({ key }) => key),
          of(heads, 'countryCode'),
          heads.map(taxOf),
        ),
      )
      for (const other of found) {
        const change = heads[other.at - 1]!
        const value = text(change.after?.['taxNo'])
        const name = isSeen(other) ? called(other) : '/'
        if (!refused.has(change)) add(change, customerErrors.taxTaken({ value, name }, { field: 'taxNo' }))
      }
      refuseTwins(heads, taxOf, (change, first) =>
        add(
          change,
          customerErrors.taxTaken({ value: text(change.after?.['taxNo']), name: first.key }, { field: 'taxNo' }),
        ),
      )
    }

    const named = changes.filter((change) => differs(change, 'nameZh', 'nameEn', 'countryCode'))
    if (named.length > 0) {
      const found = await tx.rows(
        similar(
          named.map(({ key }) => key),
          of(named, 'countryCode'),
          of(named, 'nameEn'),
          of(named, 'nameZh'),
        ),
      )
      for (const [at, others] of Map.groupBy(found, (other) => other.at)) {
        const change = named[at - 1]!
        const { legalEntityCustomerCode, notSameAs } = change.after ?? {}
        const looked = new Set([...codesIn(notSameAs), legalEntityCustomerCode])
        // All at once, because confirming one name at a time would take as many refusals as there are names.
        const duplicates = others.filter((each) => isSeen(each) && !looked.has(each.code))
        if (duplicates.length === 0) continue
        const names = duplicates.map(called).join(language === 'zh' ? '；' : '; ')
        const codes = joinCodes([...codesIn(notSameAs), ...duplicates.map(({ code }) => code)]) ?? ''
        add(change, customerErrors.similarName({ names, codes }, { field: 'notSameAs' }))
      }
    }
    return refused
  },
}

/** Equal rows of one file. */
function refuseTwins(
  changes: readonly RecordChange[],
  keyOf: (change: RecordChange) => string,
  refuse: (change: RecordChange, first: RecordChange) => void,
): void {
  const first = new Map<string, RecordChange>()
  for (const change of changes) {
    const key = `${text(change.after?.['countryCode'])} ${keyOf(change)}`
    const other = first.get(key)
    if (other && other.key !== change.key) refuse(change, other)
    else first.set(key, change)
  }
}
