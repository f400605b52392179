import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { askAddress, changeAddress } from '#kernel/engine/record/change-address.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import type { RelatedView } from '#kernel/engine/record/routes/record-wire.ts'
import { timeText } from '#kernel/web/ui/time.ts'
import { menuCode } from '#kernel/engine/record/menu-code.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { queryClient } from '../client/query-client.ts'
import { useButtons } from '../shell/session-context.ts'
import { FieldValue, RecordPlace } from './FieldValue.tsx'
import { RecordSection } from './RecordSection.tsx'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { deniedTexts, isDenied } from '../denied.ts'
import { goTo, useAddress } from '../phone/address.ts'
import { Collapsible } from '../phone/parts/Collapsible.tsx'
import { Loading } from '../phone/parts/Loading.tsx'
import { DescriptionList } from '../phone/parts/DescriptionList.tsx'
import { HOME, PhoneMessage } from '../phone/PhoneMessage.tsx'
import { usePhoneTitle } from '../phone/use-phone-title.ts'
import { PhoneLink } from '../phone/PhoneLink.tsx'
import { MenuButton } from '../phone/parts/MenuButton.tsx'
import { isOpenToEdit } from './life-of.ts'
import { recordApi, type RecordDetailWire, type RecordWire } from './record-api.ts'
import { RecordDays } from './RecordDays.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { RecordPath, Waiting, mayHere, OnlyRead } from './RecordTop.tsx'
import { RelatedLists } from './RelatedLists.tsx'
import { kitText, textsOf } from './record-texts.ts'

const nothing = (): boolean => false

const PhoneRecordForm = lazy(() =>
  import('./form/PhoneRecordForm.tsx').then((module) => ({ default: module.PhoneRecordForm })),
)

interface RecordPhonePageProps {
  readonly record: AnyRecord
}

/** Address parameter of a form: new, or the one with this `id`. Others are initial values. */
const FORM = 'form'

/** A record on a phone: to read and, with the right, to edit. */
export function RecordPhonePage({ record }: RecordPhonePageProps) {
  const { query } = useAddress()
  const id = query.get('id') ?? ''
  const texts = textsOf(record)
  const buttons = useButtons(menuCode(record))
  const here = `${record.phonePage}?id=`
  const isNew = query.get(FORM) === 'new'
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail(record.name, id),
    queryFn: ({ signal }) => recordApi(record).detail(id, { signal, handles: true }),
    enabled: !isNew && id !== '',
    staleTime: 0,
  })
  const saved = (row: RecordWire): void => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === record.name })
    goTo(`${here}${row.id}`, 'replace')
  }
  usePhoneTitle(data ? data.record.name : texts.title())
  if (isNew)
    return (
      <Suspense fallback={<Loading />}>
        <PhoneRecordForm record={record} stored={null} begins={Object.fromEntries(query)} back={null} onSaved={saved} />
      </Suspense>
    )
  if (id === '') return <ListInstead record={record} />
  if (isDenied(error)) return <PhoneMessage {...deniedTexts(error)} home={HOME} />
  if (!data && error)
    return (
      <PhoneMessage
        title={error.message}
        action={{ text: pageText('common.retry'), act: () => void refetch() }}
        home={HOME}
      />
    )
  if (!data) return <Loading />
  const { record: row } = data
  const may = mayHere(buttons ?? nothing, data)
  const holdsEdit = may(record.rights.edit)
  const mayEdit = holdsEdit && isOpenToEdit(record, data)
  if (query.get(FORM) === 'edit' && mayEdit)
    return (
      <Suspense fallback={<Loading />}>
        <PhoneRecordForm record={record} stored={row} begins={{}} back={`${here}${row.id}`} onSaved={saved} />
      </Suspense>
    )
  return (
    <main className="phone-page">
      <header className="phone-head">
        <MenuButton />
        <h1>{row.name}</h1>
        {mayEdit ? (
          <PhoneLink to={`${here}${row.id}&${FORM}=edit`} className="record-edit">
            <Icon name="edit" size={18} />
            {kitText('edit')}
          </PhoneLink>
        ) : null}
      </header>
      <Waiting record={record} waiting={data.waiting} link={changeLink} />
      <RecordPath
        path={data.path}
        link={(step, text) => <PhoneLink to={phoneAddress(record, step)}>{text}</PhoneLink>}
      />
      <OnlyRead record={record} detail={data} may={buttons ?? nothing} />
      <Facts record={record} detail={data} />
      <RecordSection name={record.name} row={row} detail={data} isPhone may={may} onChanged={() => void refetch()} />
      {record.parent === undefined ? null : <Below record={record} parent={String(row.values[record.key])} />}
      <div className="record-phone-related">
        <RecordDays record={record} detail={data} />
        <RelatedLists
          record={record}
          detail={data}
          link={(to, text) => <PhoneLink to={to}>{text}</PhoneLink>}
          addressOf={phoneAddress}
          foot={phoneFoot}
        />
      </div>
      <Collapsible title={kitText('history')}>
        <RecordHistory record={record} id={row.id} version={row.version} link={changeLink} />
      </Collapsible>
      {holdsEdit ? <Ask record={record} detail={data} /> : null}
    </main>
  )
}

/** An entry of the menu names no record: its list stands at the other address, and shows cards on a phone. */
function ListInstead({ record }: RecordPhonePageProps) {
  useEffect(() => goTo(`${record.page}${location.search}`, 'replace'), [record])
  return <Loading />
}

function Facts({
  record,
  detail: { record: row, uses },
}: {
  readonly record: AnyRecord
  readonly detail: RecordDetailWire
}) {
  const texts = textsOf(record)
  return (
    <Collapsible title={pageText('phone.detail')} isOpenAtFirst>
      <DescriptionList
        pairs={[
          record.states ? [kitText('state'), texts.state(row.state, row.values)] : null,
          ...Object.keys(record.fields).map(
            (name) => [texts.field(name), <FieldValue key={name} record={record} row={row} name={name} />] as const,
          ),
          [kitText('updatedAt'), timeText(row.updatedAt)],
          [kitText('updatedBy'), row.updatedBy],
          ...uses.map((use) => [use.label, use.hasMore ? `${use.count}+` : use.count] as const),
        ]}
      />
      <RecordPlace record={record} row={row} />
    </Collapsible>
  )
}

const changeLink = (formInstanceId: string, text: string) => (
  <PhoneLink to={changeAddress('mobile', formInstanceId)}>{text}</PhoneLink>
)

function phoneAddress({ phonePage }: AnyRecord, id: string): string {
  return `${phonePage}?${new URLSearchParams({ id })}`
}

/** A button to add one, for people on site. */
function phoneFoot(other: AnyRecord, { by, mayAdd }: RelatedView, key: string) {
  if (!mayAdd || other.appendOnly) return null
  const address = `${other.phonePage}?${new URLSearchParams({ [FORM]: 'new', [by]: key })}`
  return <PhoneLink to={address}>{kitText('new', { label: textsOf(other).label() })}</PhoneLink>
}

/** Its children in the tree. */
function Below({ record, parent }: { readonly record: AnyRecord; readonly parent: string }) {
  const nodes = useInfiniteQuery({
    queryKey: queryKeys.list(record.name, ['children', parent]),
    queryFn: ({ pageParam, signal }) => recordApi(record).children(parent, pageParam, { signal, handles: true }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
  })
  const shown = nodes.data?.pages.flatMap(({ records }) => records) ?? []
  if (shown.length === 0) return null
  return (
    <Collapsible title={kitText('below')} aside={nodes.hasNextPage ? `${shown.length}+` : shown.length}>
      <ul className="record-below">
        {shown.map(({ id, code, name }) => (
          <li key={id}>
            <PhoneLink to={phoneAddress(record, id)}>
              {name} <span className="quiet code">{code}</span>
            </PhoneLink>
          </li>
        ))}
      </ul>
      {nodes.hasNextPage ? (
        <button type="button" className="link-button" onClick={() => void nodes.fetchNextPage()}>
          {kitText('moreNodes')}
        </button>
      ) : null}
    </Collapsible>
  )
}

/** Change requests on a phone: approval of a draft, other values of guarded fields. */
function Ask({ record, detail }: { readonly record: AnyRecord; readonly detail: RecordDetailWire }) {
  const { record: row, waiting } = detail
  const isDraft = record.life === true && row.state === 'draft'
  if (!(isDraft ? waiting.length === 0 : record.guarded)) return null
  const kind = isDraft ? 'new' : 'change'
  return (
    <p className="record-ask">
      <PhoneLink to={askAddress('mobile', record, String(row.values[record.key]), kind)}>
        {kitText(isDraft ? 'submit' : 'ask')}
      </PhoneLink>
    </p>
  )
}
