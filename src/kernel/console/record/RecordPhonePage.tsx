import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { askAddress, changeAddress } from '#kernel/record/change-address.ts'
import type { AnyRecord } from '#kernel/record/definition.ts'
import { timeText } from '#kernel/ui/time.ts'
import { pageText } from '../client/i18n.ts'
import { queryKeys } from '../client/query-keys.ts'
import { deniedTexts, isDenied } from '../denied.ts'
import { useAddress } from '../phone/address.ts'
import { Fold } from '../phone/Fold.tsx'
import { Loading } from '../phone/Loading.tsx'
import { Pairs } from '../phone/Pairs.tsx'
import { HOME, PhoneMessage } from '../phone/PhoneMessage.tsx'
import { usePhoneTitle } from '../phone/use-phone-title.ts'
import { PhoneLink } from '../phone/PhoneLink.tsx'
import { recordApi, type RecordDetailWire } from './record-api.ts'
import { stateText, valueText } from './record-columns.tsx'
import { RecordDays } from './RecordDays.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { RecordPath } from './RecordPath.tsx'
import { RelatedLists } from './RelatedLists.tsx'
import { kitText, textsOf } from './record-texts.ts'
import { Waiting } from './Waiting.tsx'

/** A record on a phone, to read. */
export function RecordPhonePage({ record }: { readonly record: AnyRecord }) {
  const id = useAddress().query.get('id') ?? ''
  const texts = textsOf(record)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail(record.name, id),
    queryFn: ({ signal }) => recordApi(record).detail(id, { signal, handles: true }),
    staleTime: 0,
  })
  usePhoneTitle(data ? data.record.name : texts.title())
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
  const { record: row, uses } = data
  return (
    <main className="phone-page">
      <header className="phone-head">
        <h1>{row.name}</h1>
      </header>
      <Waiting record={record} waiting={data.waiting} link={changeLink} />
      <RecordPath
        path={data.path}
        link={(step, text) => <PhoneLink to={phoneAddress(record, step)}>{text}</PhoneLink>}
      />
      <Fold title={pageText('phone.detail')} isOpenAtFirst>
        <Pairs
          pairs={[
            record.states ? [kitText('state'), stateText(row.state)] : null,
            ...Object.keys(record.fields).map((name) => [texts.field(name), valueText(record, row, name)] as const),
            [kitText('updatedAt'), timeText(row.updatedAt)],
            [kitText('updatedBy'), row.updatedBy],
            ...uses.map((use) => [texts.use(use.name), use.hasMore ? `${use.count}+` : use.count] as const),
          ]}
        />
      </Fold>
      {record.parent === undefined ? null : <Below record={record} parent={String(row.values[record.key])} />}
      <div className="record-phone-related">
        <RecordDays record={record} detail={data} />
        <RelatedLists
          record={record}
          detail={data}
          link={(to, text) => <PhoneLink to={to}>{text}</PhoneLink>}
          addressOf={phoneAddress}
        />
      </div>
      <Fold title={kitText('history')}>
        <RecordHistory record={record} id={row.id} version={row.version} link={changeLink} />
      </Fold>
      <Ask record={record} detail={data} />
    </main>
  )
}

const changeLink = (formInstanceId: string, text: string) => (
  <PhoneLink to={changeAddress('mobile', formInstanceId)}>{text}</PhoneLink>
)

function phoneAddress({ phonePage }: AnyRecord, id: string): string {
  return `${phonePage}?${new URLSearchParams({ id })}`
}

/** What hangs below it in its tree. */
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
    <Fold title={kitText('below')} aside={nodes.hasNextPage ? `${shown.length}+` : shown.length}>
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
    </Fold>
  )
}

/** What may be asked for on the road: a draft's approval, other values of guarded fields. The server says who may. */
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
