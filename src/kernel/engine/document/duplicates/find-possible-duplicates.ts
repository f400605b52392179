import { atPlace, may, type Principal, type RequestContext } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { attachmentsOfRound } from '#kernel/platform/files/attachment-store.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { kernelTexts, textAt } from '#kernel/base/i18n/texts.ts'
import { headerOf } from '../document-sql.ts'
import { columnOf } from '#kernel/engine/definition/fields.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { type AnyDocument, boundDocuments, linesShownTo, serverDocumentOf } from '../server-document.ts'
import { factText, type Names, titleText, viewOf } from '#kernel/engine/definition/view.ts'
import {
  type DuplicateRule,
  type DuplicateMarks,
  marksOf,
  numberOf,
  overlap,
  pairKey,
  type Period,
  whoFields,
  whoOf,
} from '#kernel/engine/definition/duplicate-rule.ts'
import { type DuplicateRow, duplicateStatement, SAMENESS } from './duplicate-statement.ts'
import type { DuplicateComparison as Row, DuplicateDocument } from './duplicate-wire.ts'

/** Most duplicates shown, with those that share most first. */
const MOST = 5
/** Most matching lines of a document that are listed. */
const MOST_LINES = 20

type Values = Readonly<Record<string, unknown>>
type Compared = AnyDocument & { readonly duplicates: DuplicateRule }

/** A document to compare: typed content, or a stored one. */
export interface DuplicateSubject {
  readonly definition: AnyDocument
  readonly id: string | null
  readonly header: Values
  readonly lines: readonly Values[]
  readonly files: readonly { readonly name: string; readonly source_sha256: string }[]
  /** Its writer, where it is not stored: codes they may not see have no names. */
  readonly writer?: Pick<Principal, 'scope' | 'limits'>
}

interface Side extends Omit<DuplicateSubject, 'definition' | 'id' | 'writer'> {
  readonly definition: Compared
  readonly marks: DuplicateMarks
  readonly names: Names
}

const isCompared = (definition: AnyDocument): definition is Compared => definition.duplicates !== undefined

/**
 * The possible duplicates, each compared with this document: only those that the reader may see. Nothing is revealed
 * about others, not even that they exist (docs/decisions/069).
 */
export async function findPossibleDuplicates(
  tx: Tx,
  context: RequestContext,
  subject: DuplicateSubject,
): Promise<readonly DuplicateDocument[]> {
  const { definition } = subject
  if (!isCompared(definition)) return []
  const { principal, language } = context
  const hashes = subject.files.map((file) => file.source_sha256)
  const marks = marksOf(definition.duplicates, subject.header, subject.lines, hashes)
  const types = boundDocuments()
    .map((each) => each.definition)
    .filter(isCompared)
    .filter(
      ({ duplicates, viewRight }) => duplicates.group === definition.duplicates.group && may(principal, viewRight),
    )
  const found = await Promise.all(
    types.map(async (type) => {
      const statement = duplicateStatement(type, marks, principal, subject.id, MOST)
      return statement ? (await tx.rows(statement)).map((row) => ({ type, row })) : []
    }),
  )
  const shown = found
    .flat()
    .toSorted(
      (a, b) => b.row.same.length - a.row.same.length || Number(b.row.submitted_at) - Number(a.row.submitted_at),
    )
    .slice(0, MOST)
  if (shown.length === 0) return []
  const lines = subject.lines.filter((line) => isMarked(definition.duplicates, marks, line)).slice(0, MOST_LINES)
  const names = await serverDocumentOf(definition).names(tx, language, [subject.header], lines, subject.writer)
  const mine: Side = { ...subject, definition, marks, lines, names }
  return Promise.all(
    shown.map(async ({ type, row }) => view(language, mine, row, await otherSide(tx, context, type, marks, row))),
  )
}

/** Lines that could match a line of the other document. */
function isMarked(rule: DuplicateRule, { whos, numbers }: DuplicateMarks, line: Values): boolean {
  if (rule.of === 'lines') return whos.includes(whoOf(rule, line))
  return rule.number?.of === 'lines' && numbers.includes(numberOf(line[rule.number.field]))
}

function linesStatement({ name, table, lines, duplicates }: Compared) {
  const marked =
    duplicates.of === 'lines'
      ? whoFields(duplicates)
      : duplicates.number?.of === 'lines'
        ? [duplicates.number.field]
        : []
  if (marked.length === 0) return null
  const columns = Object.keys(lines).map((field) => `l.${columnOf(field)}`)
  return prepared<Readonly<Record<string, unknown>>>(
    `${name}.duplicate-lines`,
    `select l.line_no, ${columns.join(', ')} from ${table}_line l where l.document_id = $1 and l.round = $2
       and (${marked.map((field) => `${duplicates.of === 'lines' ? '' : 'upper'}(l.${columnOf(field)}) = any ($3::text[])`).join(' or ')})
     order by l.line_no limit ${MOST_LINES}`,
  )
}

async function otherSide(
  tx: Tx,
  { principal, language }: RequestContext,
  definition: Compared,
  marks: DuplicateMarks,
  row: DuplicateRow,
): Promise<Side> {
  const asked = definition.duplicates.of === 'lines' ? marks.whos : marks.numbers
  const statement = linesStatement(definition)?.(row.id, row.round, asked)
  const [stored, files] = await Promise.all([
    statement ? tx.rows(statement) : [],
    tx.rows(attachmentsOfRound(row.id, row.round)),
  ])
  const header = headerOf(definition, row)
  const wire = stored.map((line) =>
    Object.fromEntries(Object.keys(definition.lines).map((field) => [field, line[columnOf(field)] ?? null])),
  )
  const isDrafter = row.drafter_id === principal.userId
  const lines = linesShownTo(definition, { principal: atPlace(principal, row.scope_id), isDrafter }, header, wire)
  const names = await serverDocumentOf(definition).names(tx, language, [header], lines)
  const hashes = files.map((file) => file.source_sha256)
  return { definition, header, lines, files, names, marks: marksOf(definition.duplicates, header, lines, hashes) }
}

function view(language: Language, mine: Side, row: DuplicateRow, other: Side): DuplicateDocument {
  const { definition } = other
  const base = `${definition.area}.documents.${definition.name}`
  const text = (path: string) => textAt(language, `${base}.${path}`)
  const reading = { fields: definition.fields, names: other.names, text }
  const instance = formInstanceId({ documentId: row.id, round: row.round })
  return {
    documentType: definition.name,
    typeLabel: text('label'),
    no: row.no,
    title: titleText(viewOf(definition), reading, other.header, kernelTexts(language).separator),
    state: row.state,
    stateLabel: text(`states.${row.state}`),
    stateColour: definition.states[row.state] ?? 'grey',
    drafterName: language === 'zh' ? row.drafter_zh : row.drafter_en,
    submittedAt: row.submitted_at?.toISOString() ?? null,
    formInstanceId: instance,
    url: withQuery(definition.pages.pc, { formInstanceId: instance }),
    mobileUrl: withQuery(definition.pages.mobile, { formInstanceId: instance }),
    currency: other.marks.currency,
    same: SAMENESS.filter((each) => row.same.includes(each)),
    rows: rowsOf(language, mine, other),
  }
}

/** In order: what is compared first; then other fields that both have. */
function rowsOf(language: Language, mine: Side, other: Side): Row[] {
  const [own, its] = [sharedPairs(mine, other.marks), sharedPairs(other, mine.marks)]
  const amounts = (pairs: DuplicateMarks['pairs']) => [...new Set(pairs.map(({ amount }) => amount))]
  const label = (path: string) => textAt(language, `${mine.definition.area}.documents.${mine.definition.name}.${path}`)
  const { duplicates } = mine.definition
  const kind = duplicates.of === 'header' ? 'fields' : 'lineFields'
  const numbers = mine.marks.numbers.length + other.marks.numbers.length > 0
  const rows: Row[] = [
    rowOf('who', label(`${kind}.${duplicates.who}`), whoTexts(language, mine, own), whoTexts(language, other, its)),
    rowOf('amount', label(`${kind}.${duplicates.amount}`), amounts(own), amounts(its)),
    {
      ...rowOf('period', null, periodTexts(mine.marks.period), periodTexts(other.marks.period)),
      isSame: overlap(mine.marks.period, other.marks.period),
    },
  ]
  if (numbers) {
    const named = mine.definition.duplicates.number ?? other.definition.duplicates.number
    const path = named && `${named.of === 'header' ? 'fields' : 'lineFields'}.${named.field}`
    const shared = mine.marks.numbers.some((each) => other.marks.numbers.includes(each))
    rows.push({
      ...rowOf(
        'number',
        path ? label(path) : null,
        mine.marks.numbers.slice(0, MOST_LINES),
        other.marks.numbers.slice(0, MOST_LINES),
      ),
      isSame: shared,
    })
  }
  if (mine.files.length + other.files.length > 0) {
    const shared = mine.marks.hashes.some((each) => other.marks.hashes.includes(each))
    const named = (side: Side) => side.files.map(({ name }) => name)
    rows.push({ ...rowOf('files', null, named(mine), named(other)), isSame: shared })
  }
  return [...rows, ...factRows(language, mine, other)]
}

function rowOf(kind: Row['kind'], label: string | null, mine: readonly string[], other: readonly string[]): Row {
  const isSame = mine.some((each) => other.includes(each))
  return { kind, label, mine: [...mine], other: [...other], isSame }
}

/** The pairs that the other has too; without any, all of them. */
function sharedPairs({ marks }: Side, others: DuplicateMarks): DuplicateMarks['pairs'] {
  const keys = new Set(others.pairs.map(pairKey))
  const shared = marks.pairs.filter((pair) => keys.has(pairKey(pair)))
  return (shared.length > 0 ? shared : marks.pairs).slice(0, MOST_LINES)
}

function whoTexts(language: Language, side: Side, pairs: DuplicateMarks['pairs']): string[] {
  const { definition, names, marks } = side
  const fields = definition.duplicates.of === 'header' ? definition.fields : definition.lines
  const text = (path: string) => textAt(language, `${definition.area}.documents.${definition.name}.${path}`)
  const whos = new Set(pairs.length > 0 ? pairs.map(({ who }) => who) : marks.whos)
  // A code belongs to the field that has a name for it.
  const [first = '', ...others] = whoFields(definition.duplicates)
  const fieldOf = (code: string) =>
    others.find((field) => names[fields[field]?.refersTo?.names ?? '']?.[code] !== undefined) ?? first
  return [...whos]
    .slice(0, MOST_LINES)
    .map((code) => factText({ fields, names, text, style: 'coded' }, fieldOf(code), { [fieldOf(code)]: code }))
}

const periodTexts = (period: Period | null): string[] => (period === null ? [] : [`${period.from} – ${period.to}`])

/** Header fields of both, where at least one has a value. */
function factRows(language: Language, mine: Side, other: Side): Row[] {
  const { definition } = mine
  const { duplicates } = definition
  const compared = new Set<string>([
    duplicates.currency,
    ...Object.values(duplicates.period),
    ...(duplicates.of === 'header' ? [duplicates.who, duplicates.amount] : []),
  ])
  const said = (side: Side, field: string) => {
    const { area, name, fields } = side.definition
    const text = (path: string) => textAt(language, `${area}.documents.${name}.${path}`)
    return factText({ fields, names: side.names, text, style: 'coded' }, field, side.header)
  }
  return viewOf(definition)
    .form.filter((field) => !compared.has(field) && field in other.definition.fields)
    .flatMap((field) => {
      const [own, its] = [said(mine, field), said(other, field)]
      if (own === '' && its === '') return []
      const label = textAt(language, `${definition.area}.documents.${definition.name}.fields.${field}`)
      return [rowOf('fact', label, own === '' ? [] : [own], its === '' ? [] : [its])]
    })
}
