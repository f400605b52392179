import { useMemo } from 'react'
import type { SheetColumn } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { SettingView } from '#kernel/engine/setting/setting-wire.ts'
import type { RatesContent } from '../approval-routes-wire.ts'
import { approvalRoutesCalls, versionsFile } from '../approval-routes-api.web.ts'
import { pageLabel } from '../approval-routes-texts.web.ts'
import { SettingEditor } from '#kernel/web/console/setting/SettingEditor.tsx'
import type { SettingForm } from '#kernel/web/console/setting/use-setting-editor.ts'

interface RatesEditorProps {
  readonly loaded: SettingView<RatesContent>
  /** Initial rates of an empty year. */
  readonly copied: RatesContent | null
  readonly copiedFrom: string
  readonly currencies: readonly string[]
  readonly onDone: () => void
}

/** The value of one unit of the base currency, for a whole year. */
export function RatesEditor({ loaded, copied, copiedFrom, currencies, onDone }: RatesEditorProps) {
  const form = useMemo(() => rateForm(currencies), [currencies])
  return (
    <SettingEditor
      calls={approvalRoutesCalls.rates}
      publishText={pageLabel('editor.publishText')}
      loaded={loaded}
      form={form}
      field={{ key: 'base', label: pageLabel('bands.base'), options: currencies }}
      linesLabel={pageLabel('bands.rateRows')}
      isNarrow
      begun={copied}
      exported={{
        path: '/aps/approval/rates/export',
        right: 'approval.template.export',
        filters: { year: loaded.key },
      }}
      versionsExported={versionsFile({ kind: 'rates', year: loaded.key })}
      onDone={onDone}
      lead={copied && !loaded.draft ? <p className="quiet">{pageLabel('bands.copied', { year: copiedFrom })}</p> : null}
    />
  )
}

function rateForm(currencies: readonly string[]): SettingForm<RatesContent> {
  return {
    empty: { base: 'USD', rates: [] },
    sheeted: ({ base, rates }) => ({
      head: { base },
      rows: rates.map(({ currency, units }) => ({ currency, units })),
    }),
    contentOf: (head, rows) => ({
      base: head['base'] ?? '',
      rates: rows.map(({ currency = '', units = '' }) => ({ currency: currency.trim(), units: units.trim() })),
    }),
    columns: (head) => rateColumns(head['base'] ?? '', currencies),
    headTexts: () => [{ key: 'base', title: pageLabel('bands.base') }],
    identity: 'currency',
    name: 'currency',
    isOrdered: false,
    columnOf: (field) => field ?? 'units',
  }
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
