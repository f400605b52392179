import { lazy, Suspense, useState } from 'react'
import { ReadPhoneList, type ReadPhoneListParts } from '#kernel/web/console/phone/list/ReadPhoneList.tsx'
import { Sheet } from '#kernel/web/console/phone/parts/Sheet.tsx'
import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { FundsDetail, hasDetail } from '../account/FundsDetail.tsx'
import { behindAddress } from '../funds-addresses.web.ts'
import { fundsText } from '../funds-texts.web.ts'
import { STATEMENT } from '../statement/statement.ts'
import type { FundsListName } from './funds-list-names.ts'
import { FUNDS_LISTS, type FundsRow } from './funds.list.ts'

const StatementSheet = lazy(() =>
  import('../statement/StatementSheet.tsx').then((module) => ({ default: module.StatementSheet })),
)

const numberOf = (row: FundsRow) => row['no'] ?? row['sourceNo']

/** One of the lists of customer funds as cards. */
export function FundsPhoneList({ name }: { readonly name: FundsListName }) {
  const [opened, setOpened] = useState<FundsRow | null>(null)
  const mayState = useButtons('funds_account')?.(STATEMENT.right) ?? false
  return (
    <ReadPhoneList
      list={FUNDS_LISTS[name]}
      cells={name === 'account' ? AMOUNTS : {}}
      left={NUMBERS}
      lead={(row) =>
        hasDetail(name) ? (
          <button type="button" className="link-button code read-list-open" onClick={() => setOpened(row)}>
            {numberOf(row)}
          </button>
        ) : name === 'account' && mayState ? (
          <button type="button" className="link-button read-list-open" onClick={() => setOpened(row)}>
            <Icon name="download" size={16} /> {fundsText('statement')}
          </button>
        ) : null
      }
    >
      {opened && hasDetail(name) ? (
        <Sheet title={String(numberOf(opened))} onClose={() => setOpened(null)}>
          <FundsDetail list={name} row={opened} />
        </Sheet>
      ) : null}
      {opened && name === 'account' ? (
        <Suspense fallback={null}>
          <StatementSheet row={opened} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </ReadPhoneList>
  )
}

const NUMBERS = ['no', 'sourceNo']

/** Amounts of the accounts lead to what they are made of. */
const AMOUNTS: NonNullable<ReadPhoneListParts<FundsRow>['cells']> = Object.fromEntries(
  FUNDS_LISTS.account.columns
    .filter(({ kind }) => kind === 'amount')
    .map(({ key }) => [
      key,
      (row, drawn) => {
        const behind = behindAddress(row, key, 'mobile')
        return behind ? <PhoneLink to={behind}>{drawn}</PhoneLink> : drawn
      },
    ]),
)
