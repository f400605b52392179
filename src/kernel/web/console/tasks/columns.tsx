import type { StateColour } from '#kernel/engine/definition/definition.ts'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import type { Box, InstanceState } from '#kernel/services/tasks/inbox-wire.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { timeText } from '#kernel/web/ui/time.ts'
import { RequestedAmount } from '../RequestedAmount.tsx'
import { pageText } from '../client/i18n.ts'
import { documentColumn, stateColumn, textColumn, timeColumn, waitingColumn } from '../list/columns.tsx'
import { twoEnds } from '../two-ends.ts'
import { useNow } from '../use-now.ts'
import { factsText, holdersText, limitText, marksOf } from './row-texts.ts'
import { taskText } from './task-texts.ts'
import { addressOf } from './tasks-api.ts'
import { timeLimit } from './time-limit.ts'

const STATE_COLOURS: Readonly<Record<InstanceState, StateColour>> = {
  running: 'blue',
  approved: 'green',
  rejected: 'red',
  returned: 'orange',
  withdrawn: 'grey',
  terminated: 'grey',
}

const TITLE_WIDTH = 320

/** The columns of a box: common ones, and its own. */
export function columnsOf(box: Box): readonly Column<InboxRow>[] {
  const isTasks = box === 'open' || box === 'done'
  return [
    documentColumn('no', pageText('tasks.no'), {
      no: (row) => row.documentNo,
      address: addressOf,
      label: (row) => pageText('tasks.openTask', { no: row.documentNo }),
    }),
    {
      key: 'title',
      title: pageText('tasks.titleColumn'),
      card: 'title',
      width: TITLE_WIDTH,
      render: (row) => <Title row={row} />,
    },
    {
      key: 'amount',
      title: pageText('tasks.amount'),
      kind: 'amount',
      align: 'right',
      sort: 'amount',
      render: (row) => (
        <>
          <RequestedAmount value={row.asked} /> <Amount value={row.amount} currency={row.currency} />
        </>
      ),
    },
    ...(box === 'mine' ? [] : [textColumn<InboxRow>('drafter', pageText('tasks.drafter'), (row) => row.drafterName)]),
    // In the done box, the person looks for when and how they decided, not for the step.
    textColumn('step', pageText('tasks.step'), (row) => row.stepName, { isHidden: box === 'done' }),
    ...(box === 'done' ? [decisionColumn] : []),
    ...(box === 'open' ? [] : [stateOf(), holderColumn()]),
    ...(box === 'copies' ? [textColumn<InboxRow>('sender', taskText('columns.sender'), (row) => row.senderName)] : []),
    ...(box === 'copies' ? [textColumn<InboxRow>('message', taskText('columns.message'), (row) => row.message)] : []),
    box === 'done'
      ? timeColumn('handled', taskText('columns.handled'), (row) => row.endedAt, { sort: 'time' })
      : waitingColumn<InboxRow>((row) => (box === 'open' ? row.createdAt : row.waitingSince), { sort: 'waiting' }),
    ...(box === 'done' ? [] : [limitColumn()]),
    ...(box === 'copies' ? [timeColumn<InboxRow>('copied', taskText('columns.copied'), (row) => row.createdAt)] : []),
    timeColumn('started', taskText('columns.started'), (row) => row.startedAt, {
      isHidden: isTasks,
      ...(box === 'mine' || box === 'all' ? { sort: 'time' } : {}),
    }),
    ...(isTasks
      ? []
      : [timeColumn<InboxRow>('ended', taskText('columns.ended'), (row) => row.endedAt, { isHidden: true })]),
    textColumn('type', taskText('columns.type'), (row) => row.typeLabel, { isHidden: true }),
    textColumn('organisation', taskText('columns.organisation'), (row) => row.organisationName, {
      isHidden: box !== 'all',
    }),
    {
      key: 'facts',
      title: pageText('tasks.facts'),
      isHidden: true,
      render: (row) => <span className="quiet">{factsText(row) || '/'}</span>,
    },
  ]
}

const decisionColumn: Column<InboxRow> = {
  key: 'decision',
  get title() {
    return taskText('columns.decision')
  },
  render: (row) => (row.decision ? taskText(`decisions.${row.decision}`) : '/'),
}

function stateOf(): Column<InboxRow> {
  return stateColumn('state', taskText('columns.state'), {
    state: (row) => row.state,
    colours: STATE_COLOURS,
    text: (state) => taskText(`states.${state}`),
  })
}

function limitColumn(): Column<InboxRow> {
  return {
    key: 'limit',
    title: taskText('columns.limit'),
    render: (row) => <Limit row={row} />,
    isPrintHidden: true,
    sort: 'due',
  }
}

function holderColumn(): Column<InboxRow> {
  return textColumn('holder', taskText('columns.holder'), (row) => holdersText(row))
}

/** In one line, without its middle where it is too long: titles of one kind are told apart by their end. Whole where the pointer rests. */
function Title({ row }: { readonly row: InboxRow }) {
  const isNew = !row.isRead && (row.box === 'open' || row.box === 'copies')
  const [start, end] = twoEnds(row.title, { width: TITLE_WIDTH, endTells: true })
  return (
    <span className={isNew ? 'inbox-title inbox-new' : 'inbox-title'} title={row.title}>
      {isNew ? <span className="unseen">{taskText('unread')}: </span> : null}
      <Marks row={row} />
      <span className="inbox-title-start">{start}</span>
      {end ? <span>{end}</span> : null}
    </span>
  )
}

function Marks({ row }: { readonly row: InboxRow }) {
  const now = useNow()
  return marksOf(row, now).map(({ key, text, isUrgent }) => (
    <span key={key} className={isUrgent ? 'inbox-mark inbox-urgent' : 'inbox-mark'}>
      {text}
    </span>
  ))
}

function Limit({ row }: { readonly row: InboxRow }) {
  const now = useNow()
  const limit = timeLimit(row, now)
  if (!limit) return '/'
  return (
    <span className={limit.end === 'over' ? 'inbox-over' : undefined} title={timeText(limit.at)}>
      {limitText(row, now)}
    </span>
  )
}
