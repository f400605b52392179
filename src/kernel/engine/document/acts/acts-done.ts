import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { ActView } from '#kernel/engine/approval/approval-wire.ts'
import type { FormInstance } from '#kernel/engine/approval/form-instance.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { inputDefinition, isAct } from '#kernel/engine/definition/act.ts'
import type { Names } from '#kernel/engine/definition/view.ts'
import { writtenFact } from '#kernel/engine/definition/written-fact.ts'
import { type ActDoneRow, actsDone } from './act-store.ts'
import type { PushAddress } from '../action/command.ts'
import { type AnyDocument, serverDocumentOf } from '../server-document.ts'

interface ActsDone {
  /** Names of the acts, each once. */
  readonly names: ReadonlySet<string>
  /** In order, as a timeline shows them. */
  readonly views: readonly ActView[]
}

/** What was done to a document beside its approval in a round: the input of each act is said like an opinion. */
export async function actsOfRound(
  tx: Tx,
  { language }: Pick<RequestContext, 'language'>,
  definition: AnyDocument,
  { documentId, round }: FormInstance,
): Promise<ActsDone> {
  const rows = Object.values(definition.actions).some(isAct) ? await tx.rows(actsDone(documentId, round)) : []
  const named = await namesIn(tx, language, definition, rows)
  return {
    names: new Set(rows.map(({ action }) => action)),
    views: rows.map((row) => actView(language, definition, row, named)),
  }
}

/** Names of the codes in the inputs: those of fields that the document has by the same name. */
async function namesIn(
  tx: Tx,
  language: Language,
  definition: AnyDocument,
  rows: readonly ActDoneRow[],
): Promise<Names> {
  const inputs = rows.flatMap(({ input }) => (input ? [input] : []))
  if (inputs.length === 0) return {}
  return serverDocumentOf(definition).names(tx, language, inputs, inputs)
}

function actView(language: Language, definition: AnyDocument, row: ActDoneRow, names: Names): ActView {
  const action = definition.actions[row.action]
  const said = [
    row.opinion,
    action?.retries ? pushText(language, definition, row) : inputText(language, definition, row, names),
  ]
    .filter(Boolean)
    .join('\n')
  return {
    id: `act-${row.seq}`,
    actor: { account: row.account, name: row[`name_${language}`] },
    principal: null,
    act: action?.retries ? 'retry' : action?.closes ? 'close' : 'act',
    ...(action?.retries || action?.closes ? {} : { label: textOf(language, definition)(`actions.${row.action}`) }),
    opinion: said || null,
    at: row.at.toISOString(),
    waitedMinutes: null,
    people: [],
    toStep: null,
    files: [],
  }
}

const textOf =
  (language: Language, { area, name }: Pick<AnyDocument, 'area' | 'name'>) =>
  (path: string) =>
    textAt(language, `${area}.documents.${name}.${path}`)

/** The push that a retry named. */
function pushText(language: Language, definition: AnyDocument, { input }: Pick<ActDoneRow, 'input'>): string {
  const { effect, receiver } = (input ?? {}) as Partial<PushAddress>
  if (!effect) return ''
  return [textOf(language, definition)(`effects.${effect}`), receiver].filter(Boolean).join(' · ')
}

/** The input of an act in words: a line for each field that was filled in. */
export function inputText(
  language: Language,
  definition: AnyDocument,
  { action, input }: Pick<ActDoneRow, 'action' | 'input'>,
  names: Names = {},
): string {
  const form = inputDefinition(definition, action)
  if (!form || !input) return ''
  const text = textOf(language, form)
  const reading = { fields: form.fields, names, text, style: 'coded' as const }
  return Object.entries(form.fields)
    .map(([field, { kind }]) => {
      const value = writtenFact(reading, field, input)
      if (value === '') return ''
      return `${text(`fields.${field}`)}: ${kind === 'money' ? formatAmount(value) : value}`
    })
    .filter(Boolean)
    .join('\n')
}
