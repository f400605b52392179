import { useMemo, useReducer, useState } from 'react'
import { ExportButton } from '#kernel/console/downloads/ExportButton.tsx'
import { TextChoice } from '#kernel/console/form/TextChoice.tsx'
import { Sheet } from '#kernel/console/sheet/Sheet.tsx'
import type { SheetColumn, Values } from '#kernel/console/sheet/sheet-columns.ts'
import { sheetReducer, startSheet } from '#kernel/console/sheet/sheet-state.ts'
import { Field } from '#kernel/ui/Field.tsx'
import type { BandsContent } from '../routing-wire.ts'
import { DraftBar } from './DraftBar.tsx'
import { differencesOf, type Sheeted } from './differences.ts'
import type { BandsDetail } from './routing-api.ts'
import { pageLabel } from './routing-texts.ts'
import { errorsOf } from './row-errors.ts'
import { tokens } from './step-rows.ts'
import { useDraft } from './use-draft.ts'
import { VersionList } from './VersionList.tsx'

const EMPTY: BandsContent = { currency: 'USD', bands: [] }

/** The bands in order: the last one has no limit. */
export function BandsEditor({ loaded, onDone }: { readonly loaded: BandsDetail; readonly onDone: () => void }) {
  const published = loaded.versions[0]?.content ?? EMPTY
  const start = loaded.draft?.content ?? published
  const [currency, setCurrency] = useState(start.currency)
  const [note, setNote] = useState(loaded.draft?.note ?? '')
  const [sheet, dispatch] = useReducer(sheetReducer, start.bands.map(rowOf), startSheet)
  const content = useMemo(
    (): BandsContent => ({ currency, bands: sheet.rows.map((row) => bandOf(row.values)) }),
    [currency, sheet.rows],
  )
  const work = useDraft('bands', loaded, content, note)
  const columns = useMemo(() => bandColumns(), [])
  const compared = useMemo(
    () => ({
      columns,
      head: [{ key: 'currency', title: pageLabel('bands.currency') }],
      identity: 'code',
      name: 'code',
      isOrdered: true,
    }),
    [columns],
  )
  const differences = useMemo(
    () => differencesOf(sheeted(published), sheeted(content), compared),
    [published, content, compared],
  )
  const errors = useMemo(
    () => errorsOf(work.draft?.problems ?? [], sheet.rows, (field) => field ?? 'code'),
    [work.draft, sheet.rows],
  )
  return (
    <>
      <DraftBar
        kind="bands"
        loaded={loaded}
        work={work}
        differences={differences}
        note={note}
        onNote={setNote}
        onDone={onDone}
      />
      <div className="routing-head">
        <Field id="bands-currency" label={pageLabel('bands.currency')} isRequired>
          <TextChoice
            value={currency}
            options={loaded.currencies.map((code) => ({ value: code, label: code }))}
            onChange={(value) => setCurrency(value ?? currency)}
          />
        </Field>
      </div>
      <Sheet
        label={pageLabel('bands.rows')}
        columns={columns}
        state={sheet}
        dispatch={dispatch}
        errors={errors}
        sum={null}
        newRow={() => ({})}
        focus={null}
        isOrdered
        tools={
          <>
            <span className="quiet">{pageLabel('bands.levelsHint')}</span>
            <ExportButton
              path="/aps/approval/bands/export"
              right="approval.template.export"
              filters={work.draft ? { version: 0 } : {}}
              settle={work.settle}
            />
          </>
        }
      />
      <section className="routing-variables">
        <h2>{pageLabel('column.levels')}</h2>
        <dl>
          {loaded.roles.map(({ code, name }) => (
            <div key={code}>
              <dt>
                <code>{code}</code>
              </dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
      </section>
      <VersionList versions={loaded.versions} compared={compared} sheeted={sheeted} of={{ kind: 'bands' }} />
    </>
  )
}

function bandColumns(): readonly SheetColumn[] {
  return [
    {
      kind: 'text',
      key: 'code',
      title: pageLabel('column.code'),
      width: 90,
      maxLength: 12,
      isFrozen: true,
      isRequired: true,
    },
    { kind: 'amount', key: 'upTo', title: pageLabel('column.upTo'), width: 170 },
    { kind: 'text', key: 'levels', title: pageLabel('column.levels'), width: 460, maxLength: 400, isRequired: true },
    { kind: 'text', key: 'raisedWhen', title: pageLabel('column.raisedWhen'), width: 380, maxLength: 500 },
  ]
}

function rowOf({ code, upTo, levels, raisedWhen }: BandsContent['bands'][number]): Values {
  return { code, upTo: upTo ?? '', levels: levels.join(', '), raisedWhen: raisedWhen ?? '' }
}

function bandOf(values: Values): BandsContent['bands'][number] {
  const text = (key: string) => (values[key] ?? '').trim()
  return {
    code: text('code'),
    upTo: text('upTo') === '' ? null : text('upTo'),
    levels: tokens(text('levels')),
    ...(text('raisedWhen') === '' ? {} : { raisedWhen: text('raisedWhen') }),
  }
}

function sheeted({ currency, bands }: BandsContent): Sheeted {
  return { head: { currency }, rows: bands.map(rowOf) }
}
