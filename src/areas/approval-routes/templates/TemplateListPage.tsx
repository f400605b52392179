import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { fetchFile, saveFile } from '#kernel/web/console/client/api.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { DraftMark } from '#kernel/web/console/setting/DraftMark.tsx'
import { SettingList } from '#kernel/web/console/setting/SettingList.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { formatTime } from '#kernel/web/ui/time.ts'
import type { TemplateRowView } from '../approval-routes-wire.ts'
import { bpmnPath, approvalRoutesApi, approvalRoutesKeys, templatePath } from '../approval-routes-api.web.ts'
import { pageLabel, countText } from '../approval-routes-texts.web.ts'
import '../approval-routes.css'

const editAddress = (code: string): string => `/approval/templates/edit?code=${code}`

/** All route templates: those in force, waiting drafts, and where each is used. */
export default function TemplateListPage() {
  const query = useQuery({
    queryKey: approvalRoutesKeys.list,
    queryFn: ({ signal }) => approvalRoutesApi.list({ signal, handles: true }),
    refetchOnMount: 'always',
  })
  const columns = useMemo(() => templateColumns(), [])
  return (
    <SettingList
      title={pageLabel('list.title')}
      hint={pageLabel('list.hint')}
      columns={columns}
      query={query}
      rows={query.data}
      rowKey={({ code }) => code}
      onOpen={{ addressOf: ({ code }) => editAddress(code) }}
      usual={18}
      tools={<ExportButton path={templatePath('export')} right="approval.template.export" />}
    />
  )
}

function templateColumns(): readonly Column<TemplateRowView>[] {
  const sum = (row: TemplateRowView, of: 'running' | 'finished') =>
    row.use.reduce((total, version) => total + version[of], 0)
  return [
    {
      key: 'name',
      title: pageLabel('list.name'),
      isFrozen: true,
      render: (row) => <Link to={editAddress(row.code)}>{row.name}</Link>,
    },
    {
      key: 'code',
      title: pageLabel('list.code'),
      render: (row) => <code className="approval-routes-code">{row.code}</code>,
    },
    { key: 'version', title: pageLabel('list.version'), align: 'right', render: (row) => row.version },
    { key: 'steps', title: pageLabel('list.steps'), align: 'right', render: (row) => row.stepCount },
    { key: 'process', title: pageLabel('list.process'), render: (row) => pageLabel(`process.${row.process}`) },
    { key: 'draft', title: pageLabel('list.draft'), render: (row) => <DraftCell draft={row.draft} /> },
    {
      key: 'usedBy',
      title: pageLabel('list.usedBy'),
      render: ({ documentTypes }) =>
        documentTypes.length > 0 ? (
          documentTypes.map(({ label }) => label).join(', ')
        ) : (
          <span className="quiet">{pageLabel('list.toCome')}</span>
        ),
    },
    { key: 'running', title: pageLabel('list.running'), align: 'right', render: (row) => sum(row, 'running') },
    {
      key: 'finished',
      title: pageLabel('list.finished'),
      align: 'right',
      render: (row) => countText(sum(row, 'finished')),
    },
    { key: 'publishedAt', title: pageLabel('list.publishedAt'), render: (row) => formatTime(row.publishedAt) },
    {
      key: 'bpmn',
      title: pageLabel('list.bpmn'),
      isPrintHidden: true,
      render: ({ code, name }) => (
        <button
          type="button"
          className="icon-button"
          aria-label={pageLabel('list.exportBpmn', { name })}
          title={pageLabel('list.exportBpmn', { name })}
          onClick={() => void fetchFile(bpmnPath(code)).then(saveFile, () => undefined)}
        >
          <Icon name="download" />
        </button>
      ),
    },
  ]
}

function DraftCell({ draft }: { readonly draft: TemplateRowView['draft'] }) {
  return (
    <span>
      <DraftMark by={draft?.editedBy.name} at={draft?.editedAt} />
      {draft && draft.problems > 0 ? (
        <span className="setting-problems"> · {pageLabel('list.problems', { count: draft.problems })}</span>
      ) : null}
    </span>
  )
}
