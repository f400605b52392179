import { useQuery } from '@tanstack/react-query'
import { fetchFile, saveFile } from '#kernel/web/console/client/api.ts'
import type { TemplateContent } from '../approval-routes-wire.ts'
import type { differencesOf, Sheeted } from '#kernel/web/console/setting/differences.ts'
import { countText, pageLabel } from '../approval-routes-texts.web.ts'
import {
  bpmnPath,
  approvalRoutesApi,
  approvalRoutesKeys,
  type TemplateDetail,
  versionsFile,
} from '../approval-routes-api.web.ts'
import { VersionList } from '#kernel/web/console/setting/VersionList.tsx'

interface VersionsPanelProps {
  readonly loaded: TemplateDetail
  readonly compared: Parameters<typeof differencesOf>[2]
  readonly sheeted: (content: TemplateContent) => Sheeted
  readonly onRestore?: (version: number) => void
}

/** The versions of a template, with the number of approvals of each. */
export function VersionsPanel({ loaded, compared, sheeted, onRestore }: VersionsPanelProps) {
  const { data } = useQuery({
    queryKey: approvalRoutesKeys.list,
    queryFn: ({ signal }) => approvalRoutesApi.list({ signal }),
  })
  const use = data?.find(({ code }) => code === loaded.key)?.use
  return (
    <VersionList
      versions={loaded.versions}
      compared={compared}
      sheeted={sheeted}
      exported={versionsFile({ kind: 'template', key: loaded.key })}
      {...(onRestore ? { onRestore } : {})}
      facts={(version) => {
        const used = use?.find((each) => each.version === version)
        return used ? (
          <span className="quiet">
            {pageLabel('versions.use')}: {used.running} / {countText(used.finished)}
          </span>
        ) : null
      }}
      acts={(version) => (
        <button
          type="button"
          className="link-button"
          aria-label={pageLabel('versions.export', { version })}
          onClick={() => void fetchFile(bpmnPath(loaded.key, version)).then(saveFile, () => undefined)}
        >
          {pageLabel('list.bpmn')}
        </button>
      )}
    />
  )
}
