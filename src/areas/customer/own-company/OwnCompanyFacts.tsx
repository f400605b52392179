import { useQuery } from '@tanstack/react-query'
import { post } from '#kernel/web/console/client/api.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import type { OwnCompany } from './own-company.ts'
import { ownText } from './own-texts.web.ts'
import './own-company.css'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'

/** The same on both widths: the company's role for us, its delivery addresses, its trade terms. */
export function OwnCompanyFacts() {
  const { data, isError } = useQuery({
    queryKey: queryKeys.detail('ownCompany', ''),
    queryFn: ({ signal }) => post<OwnCompany>('/aps/customer/own', {}, { signal, handles: true }),
  })
  if (isError) return <p role="status">{ownText('missing')}</p>
  if (!data) return <p className="quiet">{pageText('common.loading')}</p>
  const pairs: readonly (readonly [string, string | null])[] = [
    [ownText('code'), data.code],
    [ownText('country'), data.country],
    [ownText('taxNo'), data.taxNo],
    [ownText('bank'), data.bankName],
    [ownText('account'), data.bankAccount],
    [ownText('holder'), data.bankHolder],
    [ownText('terms'), data.tradeTerms.join('; ') || null],
  ]
  return (
    <div className="own-company">
      <h2>{data.name}</h2>
      <DescriptionList className={null} pairs={pairs} />
      <h3>{ownText('addresses')}</h3>
      {data.addresses.length === 0 ? <p>{ownText('none')}</p> : null}
      <ul>
        {data.addresses.map(({ code, place, contacts, phone }) => (
          <li key={code}>
            <span className="code">{code}</span>
            <p>{place}</p>
            <p className="quiet">
              {contacts} · {phone}
            </p>
          </li>
        ))}
      </ul>
      <p className="quiet">{ownText('wrong')}</p>
    </div>
  )
}
