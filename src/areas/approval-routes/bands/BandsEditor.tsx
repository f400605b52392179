import type { SheetColumn, Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { BandsContent } from '../approval-routes-wire.ts'
import { type BandsDetail, approvalRoutesCalls, versionsFile } from '../approval-routes-api.web.ts'
import { pageLabel } from '../approval-routes-texts.web.ts'
import { SettingEditor } from '#kernel/web/console/setting/SettingEditor.tsx'
import { tokens } from '../templates/step-rows.web.ts'
import type { SettingForm } from '#kernel/web/console/setting/use-setting-editor.ts'

/** The bands in order: the last one has no limit. */
export function BandsEditor({ loaded, onDone }: { readonly loaded: BandsDetail; readonly onDone: () => void }) {
  return (
    <SettingEditor
      calls={approvalRoutesCalls.bands}
      publishText={pageLabel('editor.publishText')}
      loaded={loaded}
      form={form}
      field={{ key: 'currency', label: pageLabel('bands.currency'), options: loaded.currencies }}
      linesLabel={pageLabel('bands.rows')}
      hint={<span className="quiet">{pageLabel('bands.levelsHint')}</span>}
      exported={{ path: '/aps/approval/bands/export', right: 'approval.template.export', filters: {} }}
      versionsExported={versionsFile({ kind: 'bands' })}
      onDone={onDone}
    >
      <section className="approval-routes-variables">
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
    </SettingEditor>
  )
}

const form: SettingForm<BandsContent> = {
  empty: { currency: 'USD', bands: [] },
  sheeted: ({ currency, bands }) => ({ head: { currency }, rows: bands.map(rowOf) }),
  contentOf: (head, rows) => ({ currency: head['currency'] ?? '', bands: rows.map(bandOf) }),
  columns: bandColumns,
  headTexts: () => [{ key: 'currency', title: pageLabel('bands.currency') }],
  identity: 'code',
  name: 'code',
  isOrdered: true,
  columnOf: (field) => field ?? 'code',
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
