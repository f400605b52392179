import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import type { ListCells } from '#kernel/web/console/list/read-list/list-columns.tsx'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import { useButtons, useSession } from '#kernel/web/console/shell/session-context.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { RequestView } from '../permission-wire.ts'
import { accessAddress } from '../people/access.list.ts'
import { accessChanged, permissionApi, permissionKeys } from '../permission-api.web.ts'
import { label } from '../permission-texts.web.ts'
import { PlaceChoice } from '../people/PlaceChoice.tsx'
import { requestList } from './request.list.ts'
import '../permission.css'

type Acting = { readonly act: 'draft' | 'decline'; readonly row: RequestView }

/** Requests of people, and their results. */
export default function RequestsPage() {
  const [acting, setActing] = useState<Acting | null>(null)
  const buttons = useButtons('permission_requests')
  const { userAccount } = useSession().user
  const mayEdit = buttons?.('permission.access.edit') ?? false
  const cells = useMemo(() => ({ act: actCell(mayEdit ? userAccount : null, setActing) }), [mayEdit, userAccount])
  const close = () => setActing(null)
  return (
    <ReadListPage list={requestList} cells={cells} before={<p className="permission-hint">{label('requests.hint')}</p>}>
      {acting?.act === 'draft' ? <DraftDialog row={acting.row} onClose={close} /> : null}
      {acting?.act === 'decline' ? <DeclineDialog row={acting.row} onClose={close} /> : null}
    </ReadListPage>
  )
}

function actCell(editor: string | null, onAct: (acting: Acting) => void): ListCells<RequestView>[string] {
  return (row) => (
    <span className="permission-acts">
      {editor !== null && editor !== row.account && (row.state === 'open' || row.state === 'drafted') ? (
        <>
          <button type="button" className="link-button" onClick={() => onAct({ act: 'draft', row })}>
            {label('requests.draft')}
          </button>
          <button type="button" className="link-button" onClick={() => onAct({ act: 'decline', row })}>
            {label('requests.decline')}
          </button>
        </>
      ) : null}
      {row.kind === 'menu' ? null : (
        <Link to={`/system/why?${new URLSearchParams({ account: row.account, kind: row.kind, target: row.target })}`}>
          {label('requests.why')}
        </Link>
      )}
    </span>
  )
}

interface ActProps {
  readonly row: RequestView
  readonly onClose: () => void
}

function DraftDialog({ row, onClose }: ActProps) {
  const id = useId()
  const navigate = useNavigate()
  const { data } = useQuery({
    queryKey: permissionKeys.options,
    queryFn: ({ signal }) => permissionApi.options({ signal }),
  })
  const [role, setRole] = useState<string | null>(null)
  const [place, setPlace] = useState({ kind: 'organisation' as const, code: '' } as Parameters<
    typeof PlaceChoice
  >[0]['value'])
  const [isRunning, setRunning] = useState(false)
  const wanted = row.rights.map(({ code }) => code)
  const roles = (data?.roles ?? []).toSorted((a, b) => fits(b.rights, wanted) - fits(a.rights, wanted))
  return (
    <Dialog
      title={label('requests.draftTitle', { name: row.name })}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button
            type="primary"
            loading={isRunning}
            disabled={!role || place.code === ''}
            onClick={() => {
              setRunning(true)
              permissionApi.draftRequest({ id: row.id, role: role ?? '', ...place }).then(
                ({ account }) => {
                  accessChanged()
                  void navigate(accessAddress(account))
                },
                () => setRunning(false),
              )
            }}
          >
            {label('requests.toDraft')}
          </Button>
        </>
      }
    >
      <div className="permission-stack">
        <Field id={`${id}-role`} label={label('access.role')} isRequired>
          <TextChoice
            value={role}
            options={roles.map(({ code, name }) => ({ value: code, label: name, search: `${code} ${name}` }))}
            onChange={setRole}
          />
        </Field>
        <p className="quiet">{label('requests.fitting')}</p>
        <PlaceChoice value={place} places={data?.places ?? []} onChange={setPlace} />
      </div>
    </Dialog>
  )
}

function fits(rights: readonly string[] | undefined, wanted: readonly string[]): number {
  return rights?.some((right) => wanted.includes(right)) ? 1 : 0
}

function DeclineDialog({ row, onClose }: ActProps) {
  const id = useId()
  const [answer, setAnswer] = useState('')
  const [isRunning, setRunning] = useState(false)
  return (
    <Dialog
      title={label('requests.declineTitle', { name: row.name })}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.cancel')}</Button>
          <Button
            type="primary"
            danger
            loading={isRunning}
            disabled={answer.trim() === ''}
            onClick={() => {
              setRunning(true)
              permissionApi.declineRequest(row.id, answer.trim()).then(
                () => {
                  accessChanged()
                  onClose()
                },
                () => setRunning(false),
              )
            }}
          >
            {label('requests.decline')}
          </Button>
        </>
      }
    >
      <Field id={id} label={label('requests.declineReason', { name: row.name })} isRequired>
        <Input value={answer} maxLength={500} onChange={(event) => setAnswer(event.target.value)} />
      </Field>
    </Dialog>
  )
}
