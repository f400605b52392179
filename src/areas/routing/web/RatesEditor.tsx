import { useMemo, useReducer, useState } from 'react'
import { ExportButton } from '#kernel/console/downloads/ExportButton.tsx'
import { TextChoice } from '#kernel/console/form/TextChoice.tsx'
import { Sheet } from '#kernel/console/sheet/Sheet.tsx'
import type { SheetColumn } from '#kernel/console/sheet/sheet-columns.ts'
import { sheetReducer, startSheet } from '#kernel/console/sheet/sheet-state.ts'
import { Field } from '#kernel/ui/Field.tsx'
import type { RatesContent, SettingView } from '../routing-wire.ts'
import { DraftBar } from './DraftBar.tsx'
import { differencesOf, type Sheeted } from './differences.ts'
import { pageLabel } from './routing-texts.ts'
import { errorsOf } from './row-errors.ts'
import { useDraft } from './use-draft.ts'
import { VersionList } from './VersionList.tsx'

const EMPTY: RatesContent = { base: 'USD', rates: [] }

interface RatesEditorProps {
  readonly loaded: SettingView<RatesContent>
  /** What a year without rates begins with. */
  readonly copied: RatesContent | null
  readonly copiedFrom: string
  readonly currencies: readonly string[]
  readonly onDone: () => void
}

/** What one unit of the base currency is, for a whole year. */
export function RatesEditor({ loaded, copied, copiedFrom, currencies, onDone }: RatesEditorProps) {
  const published = loaded.versions[0]?.content ?? EMPTY
  const start = loaded.draft?.content ?? (loaded.versions.length > 0 ? published : (copied ?? published))
  const [base, setBase] = useState(start.base)
  const [note, setNote] = useState(loaded.draft?.note ?? '')
  const [sheet, dispatch] = useReducer(sheetReducer, start.rates.map(rowOf), startSheet)
  const content = useMemo(
    (): RatesContent => ({
      base,
      rates: sheet.rows.map(({ values }) => ({
        currency: (values['currency'] ?? '').trim(),
        units: (values['units'] ?? '').trim(),
      })),
    }),
    [base, sheet.rows],
  )
  const work = useDraft('rates', loaded, content, note)
  const columns = useMemo(() => rateColumns(base, currencies), [base, currencies])
  const compared = useMemo(
    () => ({
      columns,
      head: [{ key: 'base', title: pageLabel('bands.base') }],
      identity: 'currency',
      name: 'currency',
      isOrdered: false,
    }),
    [columns],
  )
  const differences = useMemo(
    () => differencesOf(sheeted(published), sheeted(content), compared),
    [published, content, compared],
  )
  const errors = useMemo(
    () => errorsOf(work.draft?.problems ?? [], sheet.rows, (field) => field ?? 'units'),
    [work.draft, sheet.rows],
  )
  return (
    <>
      {copied && !loaded.draft ? <p className="quiet">{pageLabel('bands.copied', { year: copiedFrom })}</p> : null}
      <DraftBar
        kind="rates"
        loaded={loaded}
        work={work}
        differences={differences}
        note={note}
        onNote={setNote}
        onDone={onDone}
      />
      <div className="routing-head">
        <Field id="rates-base" label={pageLabel('bands.base')} isRequired>
          <TextChoice
            value={base}
            options={currencies.map((code) => ({ value: code, label: code }))}
            onChange={(value) => setBase(value ?? base)}
          />
        </Field>
      </div>
      <div className="routing-narrow">
        <Sheet
          label={pageLabel('bands.rateRows')}
          columns={columns}
          state={sheet}
          dispatch={dispatch}
          errors={errors}
          sum={null}
          newRow={() => ({})}
          tools={
            <ExportButton
              path="/aps/approval/rates/export"
              right="approval.template.export"
              filters={{ year: loaded.key, ...(work.draft ? { version: 0 } : {}) }}
              settle={work.settle}
            />
          }
          focus={null}
        />
      </div>
      <VersionList
        versions={loaded.versions}
        compared={compared}
        sheeted={sheeted}
        of={{ kind: 'rates', year: loaded.key }}
      />
    </>
  )
}

function rateColumns(base: string, currencies: readonly string[]): readonly SheetColumn[] {
  const options = currencies.map((code) => ({ value: code, label: code }))
  return [
    {
      kind: 'choice',
      key: 'currency',
      title: pageLabel('column.currency'),
      width: 140,
      isRequired: true,
      options: () => options,
    },
    {
      kind: 'text',
      key: 'units',
      title: pageLabel('column.units', { base }),
      width: 200,
      maxLength: 20,
      isRequired: true,
    },
  ]
}

const rowOf = ({ currency, units }: RatesContent['rates'][number]) => ({ currency, units })

function sheeted({ base, rates }: RatesContent): Sheeted {
  return { head: { base }, rows: rates.map(rowOf) }
}
