import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { ApiError } from '#kernel/web/console/client/api.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { useTabTitle } from '#kernel/web/console/shell/tabs/tab-context.ts'
import { approvalRoutesApi, approvalRoutesKeys } from '../approval-routes-api.web.ts'
import { pageLabel } from '../approval-routes-texts.web.ts'
import { TemplateEditor } from './TemplateEditor.tsx'

/** One route template: its draft, picture, simulation and versions. */
export default function TemplateEditPage() {
  const [query] = useSearchParams()
  const code = query.get('code') ?? ''
  /** Keyed by each load, so that input does not outlive its draft. */
  const [reading, setReading] = useState(0)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...approvalRoutesKeys.template(code), reading],
    queryFn: ({ signal }) => approvalRoutesApi.template(code, { signal, handles: true }),
    enabled: code !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useTabTitle(data ? templateName(data.versions[0]?.content.name) : null)
  if (code === '' || (error instanceof ApiError && (error.status === 404 || error.status === 400))) {
    return (
      <div className="empty">
        <strong>{pageLabel(code === '' ? 'editor.noCode' : 'editor.notFound')}</strong>
        <Link to="/approval/templates">{pageLabel('editor.toList')}</Link>
      </div>
    )
  }
  if (error) {
    return <ErrorBanner error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <p className="quiet">{pageText('common.loading')}</p>
  return (
    <TemplateEditor
      key={reading}
      loaded={data}
      onDone={() => {
        void client.invalidateQueries({ queryKey: approvalRoutesKeys.list })
        setReading(reading + 1)
      }}
    />
  )
}

function templateName(name: { readonly zh: string; readonly en: string } | undefined): string | null {
  if (!name) return null
  return document.documentElement.lang.startsWith('zh') ? name.zh : name.en
}
