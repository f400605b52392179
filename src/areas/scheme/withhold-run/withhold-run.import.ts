import { Type } from 'typebox'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { defineColumns } from '#kernel/platform/excel/columns.ts'
import { actOn, undoDrafts } from '#kernel/services/imports/draft-acts.ts'
import type {
  AppliedRow,
  ApplyRow,
  CheckedRow,
  ImportDefinition,
  Importer,
  ImportRow,
} from '#kernel/services/imports/import-definition.ts'
import type { ImportValues } from '#kernel/services/imports/import-wire.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { schemeWithhold as en } from '../withhold/withhold.en.ts'
import { schemeWithhold as zh } from '../withhold/withhold.zh.ts'
import { withholdRunTemplate } from './withhold-run-template.ts'
import { schemeErrors } from '../scheme.errors.ts'
import { rightsOf } from '../shared/scheme-document.ts'
import { schemeWithhold } from '../withhold/scheme-withhold.doc.ts'
import { checkSchemeWithhold } from '../withhold/scheme-withhold.rules.ts'
import { type RunMonth, WITHHOLD_KINDS, WITHHOLD_RUN, type WithholdKind } from './withhold-run.ts'
import { lineOf, runHeader } from './withhold-run.rules.ts'
import { schemeWithholdDocument } from '../withhold/scheme-withhold.document.ts'
import { type ProposedScheme, proposalsOf } from './withhold-run.facts.ts'

const kindWords = Object.fromEntries(
  WITHHOLD_KINDS.map((kind) => [kind, { zh: zh.options.kind[kind], en: en.options.kind[kind] }]),
)
const titles = (field: 'schemeNo' | 'kind' | 'currency') => ({ zh: zh.fields[field], en: en.fields[field] })
const lineTitles = (field: 'fundingNo' | 'amount' | 'remark') => ({
  zh: zh.lineFields[field],
  en: en.lineFields[field],
})

const columns = defineColumns([
  { key: 'schemeNo', titles: titles('schemeNo'), required: true, kind: 'code', maxLength: 20 },
  { key: 'fundingNo', titles: lineTitles('fundingNo'), required: true, kind: 'integer', positive: true },
  {
    key: 'kind',
    titles: titles('kind'),
    required: true,
    kind: 'code',
    options: WITHHOLD_KINDS,
    words: kindWords,
  },
  { key: 'currency', titles: titles('currency'), required: true, kind: 'code', maxLength: 3 },
  { key: 'amount', titles: lineTitles('amount'), required: true, kind: 'amount', positive: true },
  { key: 'remark', titles: lineTitles('remark'), required: false, kind: 'text', maxLength: 200 },
])

const textOf = (values: ImportValues, key: string): string => values[key] ?? ''

function rowOf(values: ImportValues) {
  return {
    schemeNo: textOf(values, 'schemeNo'),
    fundingNo: Number(textOf(values, 'fundingNo')),
    kind: WITHHOLD_KINDS.find((kind) => kind === textOf(values, 'kind')) ?? ('regular' as WithholdKind),
    currency: textOf(values, 'currency'),
    amount: textOf(values, 'amount'),
    remark: values['remark'] ?? null,
  }
}

/** A document covers one scheme in its currency, with either regular or supplementary accruals of the month. */
function partOf(values: ImportValues): string {
  const { schemeNo, kind, currency } = rowOf(values)
  return [schemeNo, kind, currency].join(' · ')
}

function namedPart(part: string, language: Language): string {
  const [no = '', kind = ''] = part.split(' · ')
  return `${no} · ${kindWords[kind]?.[language] ?? kind}`
}

const monthOf = ({ params }: Importer): RunMonth => ({ year: Number(params['year']), month: Number(params['month']) })
const reasonOf = ({ params }: Importer): string => String(params['reason'])

interface Problem {
  readonly row: number
  readonly column: string
  readonly refusal: Refusal
}

/** The submit's current refusals of these rows, and schemes with a document in approval. */
async function problemsOf(
  tx: Tx,
  importer: Importer,
  rows: readonly ImportRow[],
): Promise<{ problems: Problem[]; found: ReadonlyMap<string, ProposedScheme> }> {
  const area = await areaOf(importer, tx, String(importer.params['idcCode']))
  const month = monthOf(importer)
  const numbers = [...new Set(rows.map(({ values }) => rowOf(values).schemeNo))]
  const proposals = await proposalsOf(tx, importer.principal, numbers, month)
  const found = new Map(
    proposals.filter(({ facts }) => facts.scheme.areaId === area.id).map((each) => [each.facts.scheme.no, each]),
  )
  const problems = [...Map.groupBy(rows, ({ values }) => partOf(values)).values()].flatMap((ofPart) => {
    const { schemeNo, kind, currency } = rowOf(ofPart[0]!.values)
    const scheme = found.get(schemeNo)
    if (!scheme)
      return ofPart.map(({ row }) => ({
        row,
        column: 'schemeNo',
        refusal: schemeErrors.schemeUnknown({ no: schemeNo }),
      }))
    return partProblems(scheme, kind, currency, ofPart, importer)
  })
  return { problems, found }
}

function partProblems(
  { facts }: ProposedScheme,
  kind: WithholdKind,
  currency: string,
  rows: readonly ImportRow[],
  importer: Importer,
): Problem[] {
  const { scheme, pending, drafts } = facts
  const header = {
    ...runHeader(scheme, kind, monthOf(importer), reasonOf(importer)),
    currency,
    totalAmount: null,
    schemeType: null,
  }
  const lines = rows.map(({ values }) => {
    const { fundingNo, amount, remark } = rowOf(values)
    return lineOf(fundingNo, amount, null, remark)
  })
  const elsewhere = rows.flatMap(({ row, values }) => {
    const drafted = drafts.get(rowOf(values).fundingNo)
    const refusal =
      pending === null
        ? drafted === undefined
          ? null
          : schemeErrors.withholdDrafted({ no: drafted })
        : schemeErrors.withholdInApproval({ no: pending })
    return refusal ? [{ row, column: 'schemeNo', refusal }] : []
  })
  const byRules = checkSchemeWithhold({ header, lines }, facts)
    // Equal parts are found over the whole file, by key, and reported with their rows.
    .filter(({ key }) => key !== 'scheme.fundingTwice')
    .flatMap((refusal) => {
      const about = refusal.row === undefined ? rows : rows.slice(refusal.row, refusal.row + 1)
      const column = columns.some(({ key }) => key === refusal.field) ? (refusal.field ?? '') : ''
      return about.map(({ row }) => ({ row, column, refusal }))
    })
  return [...elsewhere, ...byRules]
}

async function check(tx: Tx, importer: Importer, rows: readonly ImportRow[]): Promise<readonly CheckedRow[]> {
  const { problems } = await problemsOf(tx, importer, rows)
  const ofRow = Map.groupBy(problems, ({ row }) => row)
  return rows.map(({ row, values }) => {
    const errors = ofRow.get(row)
    if (errors)
      return { row, errors: errors.map(({ column, refusal: { key, params } }) => ({ row, column, key, params })) }
    const { schemeNo, fundingNo } = rowOf(values)
    return { row, action: 'create', key: `${schemeNo} ${fundingNo}`, before: null, after: values }
  })
}

/** Two runs for the same schemes: the second waits, and finds the first one's documents. */
const holdSchemes = prepared('scheme.run-hold', 'select from scheme where no = any ($1::text[]) order by id for update')

/** A draft for each group; rows that have become invalid are kept, with the reason. */
async function apply(tx: Tx, importer: Importer, rows: readonly ApplyRow[]): Promise<readonly AppliedRow[]> {
  await tx.run(holdSchemes([...new Set(rows.map(({ values }) => rowOf(values).schemeNo))]))
  const { problems, found } = await problemsOf(tx, importer, rows)
  const outcomes: AppliedRow[] = []
  for (const ofPart of Map.groupBy(rows, ({ values }) => partOf(values)).values()) {
    const bad = new Map(problems.map(({ row, column, refusal }) => [row, { ...refusal, field: column }]))
    const good = ofPart.filter(({ row }) => !bad.has(row))
    outcomes.push(...ofPart.flatMap(({ row }) => (bad.has(row) ? [{ row, refusal: bad.get(row)! }] : [])))
    const [first] = good
    if (!first) continue
    const { schemeNo, kind } = rowOf(first.values)
    const scheme = found.get(schemeNo)
    if (!scheme) throw new Error(`scheme ${schemeNo} was found and is gone`)
    const volumes = new Map(scheme.proposal.parts.map(({ funding, basisVolume }) => [funding.fundingNo, basisVolume]))
    const lines = good.map(({ values }) => {
      const { fundingNo, amount, remark } = rowOf(values)
      return { fundingNo, amount, remark, basisVolume: volumes.get(fundingNo) ?? null }
    })
    const raw = { ...runHeader(scheme.facts.scheme, kind, monthOf(importer), reasonOf(importer)), lines }
    const { id, no, version } = await actOn(tx, schemeWithholdDocument, importer, { action: 'save', raw })
    outcomes.push(...good.map(({ row }) => ({ row, undo: { id, no, version }, made: { id, no } })))
  }
  return outcomes
}

/** The documents of a month-end run: a row is a part of a scheme, and rows with the same header form a document (decision 068). */
export const withholdRunImport: ImportDefinition = {
  name: WITHHOLD_RUN,
  right: rightsOf('withhold').submit,
  title: (language) => withholdRunTemplate[language].title,
  params: {
    idcCode: Type.String({ minLength: 1, maxLength: 8 }),
    year: Type.Integer({ minimum: 2000, maximum: 2100 }),
    month: Type.Integer({ minimum: 1, maximum: 12 }),
    reason: Type.String({ minLength: 1, maxLength: 500 }),
  },
  columns: () => columns,
  maxRows: 20_000,
  parts: {
    document: schemeWithhold,
    of: partOf,
    named: namedPart,
    amount: 'amount',
    currency: async (tx, importer) => (await areaOf(importer, tx, String(importer.params['idcCode']))).currency,
    currencyOf: (part) => part.split(' · ').at(-1) ?? '',
  },
  lists: async () => ({
    kind: [],
  }),
  notes: (language) => withholdRunTemplate[language].lines,
  example: {
    schemeNo: 'PA202611-00001',
    fundingNo: '1',
    kind: 'regular',
    currency: 'INR',
    amount: '1000.00',
    remark: null,
  },
  open: async (tx, importer) => void (await areaOf(importer, tx, String(importer.params['idcCode']))),
  check,
  apply,
  undo: (tx, importer, rows) => undoDrafts(tx, schemeWithholdDocument, importer, rows),
  changes: [schemeWithhold.name],
}
