import { Button, Input } from 'antd'
import { useMemo, useReducer, useState } from 'react'
import { fetchFile, saveFile } from '#kernel/console/client/api.ts'
import { runningLanguage } from '#kernel/console/client/i18n.ts'
import { ExportButton } from '#kernel/console/downloads/ExportButton.tsx'
import { TextChoice } from '#kernel/console/form/TextChoice.tsx'
import { ViewPicker } from '#kernel/console/list/ViewPicker.tsx'
import { Sheet } from '#kernel/console/sheet/Sheet.tsx'
import type { Values } from '#kernel/console/sheet/sheet-columns.ts'
import { sheetReducer, startSheet } from '#kernel/console/sheet/sheet-state.ts'
import { Field } from '#kernel/ui/Field.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import type { TemplateContent } from '../routing-wire.ts'
import { DraftBar } from './DraftBar.tsx'
import { differencesOf, type Sheeted } from './differences.ts'
import { RouteSketch } from './RouteSketch.tsx'
import { bpmnPath, type TemplateDetail, templatePath } from './routing-api.ts'
import { pageLabel } from './routing-texts.ts'
import { errorsOf } from './row-errors.ts'
import { SimulatePanel } from './SimulatePanel.tsx'
import { stepColumns } from './step-columns.ts'
import { columnOfField, freshKey, rowOf, stepOf } from './step-rows.ts'
import { type DraftWork, useDraft } from './use-draft.ts'
import { VariableList } from './VariableList.tsx'
import { VersionsPanel } from './VersionsPanel.tsx'
import './routing.css'

type Part = 'steps' | 'picture' | 'simulate' | 'versions'

interface TemplateEditorProps {
  readonly loaded: TemplateDetail
  readonly onDone: () => void
}

const EMPTY: TemplateContent = { name: { zh: '', en: '' }, process: 'new', steps: [] }

/** The table of a route's steps with everything that is known of it. */
export function TemplateEditor({ loaded, onDone }: TemplateEditorProps) {
  const { catalogue, draft: begun, versions } = loaded
  const published = versions[0]?.content ?? EMPTY
  const start = begun?.content ?? published
  const [head, setHead] = useState<Values>(() => headOf(start))
  const [note, setNote] = useState(begun?.note ?? '')
  const [sheet, dispatch] = useReducer(sheetReducer, start.steps.map(rowOf), startSheet)
  const [part, setPart] = useState<Part>('steps')
  const content = useMemo((): TemplateContent => contentOf(head, sheet.rows, catalogue), [head, sheet.rows, catalogue])
  const work = useDraft('template', loaded, content, note)
  const columns = useMemo(() => stepColumns(catalogue), [catalogue])
  const compared = useMemo(
    () => ({
      columns,
      head: headTexts(),
      identity: 'key',
      name: runningLanguage() === 'zh' ? 'nameZh' : 'nameEn',
      isOrdered: true,
    }),
    [columns],
  )
  const differences = useMemo(
    () => differencesOf(sheeted(published), sheeted(content), compared),
    [published, content, compared],
  )
  const errors = useMemo(
    () => errorsOf(work.draft?.problems ?? [], sheet.rows, columnOfField),
    [work.draft, sheet.rows],
  )
  const name = head[compared.name] || loaded.key
  return (
    <>
      <header className="page-head">
        <h1>{name}</h1>
        <code className="routing-code">{loaded.key}</code>
        <div className="page-head-tools">
          <Button
            icon={<Icon name="download" />}
            onClick={() => void exportBpmn(loaded.key, work.draft ? 0 : undefined, work.settle)}
          >
            {pageLabel('editor.exportBpmn')}
          </Button>
        </div>
      </header>
      <DraftBar
        kind="template"
        loaded={loaded}
        work={work}
        differences={differences}
        note={note}
        onNote={setNote}
        onDone={onDone}
      />
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
          <HeadFields head={head} onChange={(values) => setHead({ ...head, ...values })} />
          <Sheet
            label={pageLabel('editor.steps')}
            columns={columns}
            state={sheet}
            dispatch={dispatch}
            errors={errors}
            sum={null}
            newRow={() => newRow(sheet.rows.map((row) => row.values['key'] ?? ''))}
            focus={null}
            isOrdered
            tools={<StepTools code={loaded.key} work={work} />}
          />
          <VariableList variables={catalogue.variables} />
        </>
      ) : null}
      {part === 'picture' ? <RouteSketch content={content} columns={columns} /> : null}
      {part === 'simulate' ? <SimulatePanel loaded={loaded} work={work} /> : null}
      {part === 'versions' ? <VersionsPanel loaded={loaded} compared={compared} sheeted={sheeted} /> : null}
    </>
  )
}

interface StepToolsProps {
  readonly code: string
  readonly work: Pick<DraftWork<TemplateContent>, 'draft' | 'settle'>
}

/** Beside the sheet of steps: how rows move, and the steps as a file, those of the draft where there is one. */
function StepTools({ code, work }: StepToolsProps) {
  return (
    <>
      <span className="quiet">{pageLabel('editor.moveHint')}</span>
      <ExportButton
        path={templatePath('steps/export')}
        right="approval.template.export"
        filters={{ code, ...(work.draft ? { version: 0 } : {}) }}
        settle={work.settle}
      />
    </>
  )
}

const HEAD = [
  ['nameZh', 'editor.nameZh'],
  ['nameEn', 'editor.nameEn'],
] as const

function HeadFields({ head, onChange }: { readonly head: Values; readonly onChange: (values: Values) => void }) {
  return (
    <div className="routing-head">
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

function contentOf(
  head: Values,
  rows: readonly { readonly values: Values }[],
  catalogue: TemplateDetail['catalogue'],
): TemplateContent {
  return {
    name: { zh: head['nameZh'] ?? '', en: head['nameEn'] ?? '' },
    process: head['process'] === 'old' ? 'old' : 'new',
    steps: keyed(rows.map((row) => row.values)).map((values) => stepOf(values, catalogue)),
  }
}

/** Lines that came by paste or copy get a key of their own. */
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
  // A failure has been shown by the call.
  await fetchFile(bpmnPath(code, version)).then(saveFile, () => undefined)
}
