import { Button, Input } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { fetchFile, saveFile } from '#kernel/web/console/client/api.ts'
import { runningLanguage } from '#kernel/web/console/client/i18n.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { ViewPicker } from '#kernel/web/console/list/views/ViewPicker.tsx'
import { Sheet } from '#kernel/web/console/sheet/Sheet.tsx'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { Field } from '#kernel/web/ui/Field.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { rowText } from '#kernel/web/console/setting/differences.ts'
import { DraftBar } from '#kernel/web/console/setting/DraftBar.tsx'
import type { Sheeted } from '#kernel/web/console/setting/differences.ts'
import { restorer } from '#kernel/web/console/setting/restorer.ts'
import { HeadFacts, LinesTable } from '#kernel/web/console/setting/LinesTable.tsx'
import type { DraftWork } from '#kernel/web/console/setting/use-draft.ts'
import { type SettingForm, useSettingEditor } from '#kernel/web/console/setting/use-setting-editor.ts'
import type { TemplateContent, VariableView } from '../approval-routes-wire.ts'
import { bpmnPath, approvalRoutesCalls, type TemplateDetail, templatePath } from '../approval-routes-api.web.ts'
import { pageLabel } from '../approval-routes-texts.web.ts'
import { stepColumns } from './step-columns.web.ts'
import { columnOfField, freshKey, rowOf, stepOf } from './step-rows.web.ts'
import '../approval-routes.css'

// Lazy-loaded: a person opens them.
const RouteSketch = lazy(async () => ({ default: (await import('./RouteSketch.tsx')).RouteSketch }))
const VersionsPanel = lazy(async () => ({ default: (await import('./VersionsPanel.tsx')).VersionsPanel }))
const SimulatePanel = lazy(async () => ({ default: (await import('../simulation/SimulatePanel.tsx')).SimulatePanel }))

type Part = 'steps' | 'picture' | 'simulate' | 'versions'

interface TemplateEditorProps {
  readonly loaded: TemplateDetail
  readonly onDone: () => void
}

/** The table of a route's steps with all of its settings. */
export function TemplateEditor({ loaded, onDone }: TemplateEditorProps) {
  const { catalogue } = loaded
  const form = useMemo(() => templateForm(catalogue), [catalogue])
  const { mayEdit, head, changeHead, content, columns, compared, work, sheet, bar } = useSettingEditor(
    approvalRoutesCalls.template,
    loaded,
    form,
  )
  const [part, setPart] = useState<Part>('steps')
  const name = rowText(head, compared.name) || loaded.key
  const file = <StepsFile code={loaded.key} work={work} />
  return (
    <>
      <header className="page-head">
        <h1>{name}</h1>
        <code className="approval-routes-code">{loaded.key}</code>
        <div className="page-head-tools">
          <Button
            icon={<Icon name="download" />}
            onClick={() => void exportBpmn(loaded.key, work.draft ? 0 : undefined, work.settle)}
          >
            {pageLabel('editor.exportBpmn')}
          </Button>
        </div>
      </header>
      <DraftBar {...bar} publishText={pageLabel('editor.publishText')} onDone={onDone} />
      <ViewPicker
        label={pageLabel('list.title')}
        value={part}
        views={(['steps', 'picture', 'simulate', 'versions'] as const).map((key) => ({
          key,
          text: pageLabel(`editor.tabs.${key}`),
        }))}
        onChange={setPart}
      />
      {part === 'steps' ? (
        <>
          {mayEdit ? (
            <>
              <HeadFields head={head} onChange={changeHead} />
              <Sheet
                {...sheet}
                label={pageLabel('editor.steps')}
                sum={null}
                newRow={() => newRow(sheet.state.rows.map((row) => row.values['key'] ?? ''))}
                focus={null}
                isOrdered
                tools={
                  <>
                    <span className="quiet">{pageLabel('editor.moveHint')}</span>
                    {file}
                  </>
                }
              />
            </>
          ) : null}
          {mayEdit === false ? (
            <>
              <HeadFacts head={compared.head} values={head} />
              <LinesTable label={pageLabel('editor.steps')} columns={columns} rows={sheet.state.rows} tools={file} />
            </>
          ) : null}
          <VariableList variables={catalogue.variables} />
        </>
      ) : null}
      <Suspense fallback={null}>
        {part === 'picture' ? (
          <RouteSketch content={content} columns={columns} variables={catalogue.variables} />
        ) : null}
      </Suspense>
      <Suspense fallback={null}>{part === 'simulate' ? <SimulatePanel loaded={loaded} work={work} /> : null}</Suspense>
      <Suspense fallback={null}>
        {part === 'versions' ? (
          <VersionsPanel
            loaded={loaded}
            compared={compared}
            sheeted={sheeted}
            {...(mayEdit ? { onRestore: restorer(approvalRoutesCalls.template, loaded, work, onDone) } : {})}
          />
        ) : null}
      </Suspense>
    </>
  )
}

interface StepsFileProps {
  readonly code: string
  readonly work: Pick<DraftWork<TemplateContent>, 'draft' | 'settle'>
}

/** Export of the steps: those of the draft where there is one. */
function StepsFile({ code, work }: StepsFileProps) {
  return (
    <ExportButton
      path={templatePath('steps/export')}
      right="approval.template.export"
      filters={{ code, ...(work.draft ? { version: 0 } : {}) }}
      settle={work.settle}
    />
  )
}

function templateForm(catalogue: TemplateDetail['catalogue']): SettingForm<TemplateContent> {
  return {
    empty: { name: { zh: '', en: '' }, process: 'new', steps: [] },
    sheeted,
    contentOf: (head, rows) => contentOf(head, rows, catalogue),
    columns: () => stepColumns(catalogue),
    headTexts,
    identity: 'key',
    name: runningLanguage() === 'zh' ? 'nameZh' : 'nameEn',
    isOrdered: true,
    columnOf: columnOfField,
  }
}

const HEAD = [
  ['nameZh', 'editor.nameZh'],
  ['nameEn', 'editor.nameEn'],
] as const

function HeadFields({ head, onChange }: { readonly head: Values; readonly onChange: (values: Values) => void }) {
  return (
    <div className="setting-head">
      {HEAD.map(([key, label]) => (
        <Field key={key} id={`template-${key}`} label={pageLabel(label)} isRequired>
          <Input value={head[key] ?? ''} maxLength={60} onChange={(event) => onChange({ [key]: event.target.value })} />
        </Field>
      ))}
      <Field id="template-process" label={pageLabel('editor.process')} aside={pageLabel('editor.processHint')}>
        <TextChoice
          value={head['process'] ?? 'new'}
          options={(['new', 'old'] as const).map((value) => ({ value, label: pageLabel(`process.${value}`) }))}
          onChange={(process) => onChange({ process: process ?? 'new' })}
        />
      </Field>
    </div>
  )
}

function headOf({ name, process }: TemplateContent): Values {
  return { nameZh: name.zh, nameEn: name.en, process }
}

function headTexts() {
  return [
    { key: 'nameZh', title: pageLabel('editor.nameZh') },
    { key: 'nameEn', title: pageLabel('editor.nameEn') },
    {
      key: 'process',
      title: pageLabel('editor.process'),
      text: (value: string) => pageLabel(value === 'old' ? 'process.old' : 'process.new'),
    },
  ]
}

function sheeted(content: TemplateContent): Sheeted {
  return { head: headOf(content), rows: content.steps.map(rowOf) }
}

function contentOf(head: Values, rows: readonly Values[], catalogue: TemplateDetail['catalogue']): TemplateContent {
  return {
    name: { zh: head['nameZh'] ?? '', en: head['nameEn'] ?? '' },
    process: head['process'] === 'old' ? 'old' : 'new',
    steps: keyed(rows).map((values) => stepOf(values, catalogue)),
  }
}

/** Pasted or copied lines get a key of their own. */
function keyed(rows: readonly Values[]): readonly Values[] {
  const taken: string[] = []
  return rows.map((values) => {
    const own = (values['key'] ?? '').trim()
    const key = own === '' ? freshKey([...taken, ...rows.map((row) => row['key'] ?? '')]) : own
    taken.push(key)
    return { ...values, key }
  })
}

function newRow(keys: readonly string[]): Values {
  return { key: freshKey(keys), kind: 'document', mode: 'any', empty: 'up' }
}

async function exportBpmn(code: string, version: number | undefined, settle: () => Promise<boolean>): Promise<void> {
  if (!(await settle())) return
  // The call has shown a failure.
  await fetchFile(bpmnPath(code, version)).then(saveFile, () => undefined)
}

/** Variables of conditions, with their possible values. */
function VariableList({ variables }: { readonly variables: readonly VariableView[] }) {
  return (
    <section className="approval-routes-variables">
      <h2>{pageLabel('editor.variables')}</h2>
      <p className="quiet">
        {pageLabel('editor.variablesHint', { example: 'list contains(levels, "rsd") or amountUsd > 50000' })}
      </p>
      <dl>
        {variables.map(({ name, label, kind, options }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {label}
              <span className="quiet"> · {pageLabel(`editor.kinds.${kind}`)}</span>
              {options && options.length > 0 && options.length <= 12 ? (
                <span className="quiet">: {options.join(', ')}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
