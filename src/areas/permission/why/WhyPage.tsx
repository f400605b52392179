import { useQuery } from '@tanstack/react-query'
import { Button, Input, Segmented } from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { ConditionView, WhyAnswer } from '../permission-wire.ts'
import { Loading } from '../Loading.tsx'
import { permissionApi, permissionKeys, type WhyQuestion } from '../permission-api.web.ts'
import { label } from '../permission-texts.web.ts'
import '../permission.css'

const KINDS = ['page', 'right', 'document'] as const

/** A person and a page, a right or a document: every condition between them. The question is in the address. */
export default function WhyPage() {
  const [query, setQuery] = useSearchParams()
  const asked = questionOf(query)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: permissionKeys.why(asked ?? { account: '', kind: 'page', target: '' }),
    queryFn: ({ signal }) => permissionApi.why(asked!, { signal, handles: true }),
    enabled: asked !== null,
    retry: false,
    gcTime: 0,
  })
  return (
    <>
      <header className="page-head">
        <h1>{label('why.title')}</h1>
      </header>
      <p className="permission-hint">{label('why.hint')}</p>
      <Question
        key={query.toString()}
        asked={asked}
        isAsking={isFetching}
        onAsk={(question) => {
          if (JSON.stringify(question) === JSON.stringify(asked)) void refetch()
          else setQuery(Object.entries(question).filter(([, value]) => value !== undefined) as [string, string][])
        }}
      />
      {asked ? <Loading error={error} hasData={data !== undefined} onRetry={() => void refetch()} /> : null}
      {data && !error ? <Answer answer={data} /> : null}
    </>
  )
}

function questionOf(query: URLSearchParams): WhyQuestion | null {
  const kind = KINDS.find((each) => each === query.get('kind'))
  const [account, target, place] = [query.get('account'), query.get('target'), query.get('place')]
  return kind && account && target ? { account, kind, target, ...(place ? { place } : {}) } : null
}

interface QuestionProps {
  readonly asked: WhyQuestion | null
  readonly isAsking: boolean
  readonly onAsk: (question: WhyQuestion) => void
}

function Question({ asked, isAsking, onAsk }: QuestionProps) {
  const id = useId()
  const [account, setAccount] = useState(asked?.account ?? '')
  const [kind, setKind] = useState<WhyQuestion['kind']>(asked?.kind ?? 'page')
  const [target, setTarget] = useState(asked?.target ?? '')
  const [place, setPlace] = useState<string | null>(asked?.place ?? null)
  const { data: catalogue } = useQuery({
    queryKey: permissionKeys.options,
    queryFn: ({ signal }) => permissionApi.options({ signal }),
  })
  const subjects = catalogue?.subjects
  const options =
    kind === 'page'
      ? subjects?.pages.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
      : subjects?.rights.map(({ code, name }) => ({ value: code, label: name, search: code }))
  return (
    <form
      className="permission-filters"
      onSubmit={(event) => {
        event.preventDefault()
        const at = kind !== 'document' && place !== null ? { place } : {}
        if (account.trim() !== '' && target.trim() !== '')
          onAsk({ account: account.trim(), kind, target: target.trim(), ...at })
      }}
    >
      <Field id={`${id}-account`} label={label('why.account')} isRequired>
        <Input value={account} maxLength={100} onChange={(event) => setAccount(event.target.value)} />
      </Field>
      <Field id={`${id}-kind`} label={label('why.kind')}>
        <Segmented
          value={kind}
          options={KINDS.map((value) => ({ value, label: label(`why.kinds.${value}`) }))}
          onChange={(value) => {
            setKind(value)
            setTarget('')
          }}
        />
      </Field>
      <Field id={`${id}-target`} label={label(`why.${kind}`)} isRequired>
        {kind === 'document' ? (
          <Input value={target} maxLength={60} onChange={(event) => setTarget(event.target.value)} />
        ) : (
          <TextChoice value={target} options={options ?? []} onChange={(value) => setTarget(value ?? '')} />
        )}
      </Field>
      {kind === 'document' ? null : (
        <Field id={`${id}-place`} label={label('why.place')}>
          <TextChoice
            value={place}
            allowClear
            placeholder={label('why.anywhere')}
            options={(catalogue?.places ?? [])
              .filter((each) => each.kind === 'organisation')
              .map(({ code, name }) => ({ value: code, label: name, search: `${code} ${name}` }))}
            onChange={setPlace}
          />
        </Field>
      )}
      <Button type="primary" htmlType="submit" loading={isAsking}>
        {label('why.ask')}
      </Button>
    </form>
  )
}

function markOf({ isMet }: ConditionView) {
  if (isMet === null) return <StateMark colour="grey" text={label('why.unasked')} />
  return isMet ? (
    <StateMark colour="green" text={label('why.met')} />
  ) : (
    <StateMark colour="red" text={label('why.notMet')} />
  )
}

function Answer({ answer }: { readonly answer: WhyAnswer }) {
  const { person, subject, isAllowed, conditions, rights, actions } = answer
  return (
    <section className="permission-answer" aria-live="polite">
      <h2>{label(isAllowed ? 'why.allowed' : 'why.notAllowed', { name: person.name, subject })}</h2>
      <table className="permission-table">
        <caption className="unseen">{label('why.conditions')}</caption>
        <thead>
          <tr>
            <th scope="col">{label('why.condition')}</th>
            <th scope="col">{label('why.met')}</th>
            <th scope="col">{label('why.answer')}</th>
          </tr>
        </thead>
        <tbody>
          {conditions.map((condition) => (
            <tr key={condition.key}>
              <th scope="row">{condition.title}</th>
              <td>{markOf(condition)}</td>
              <td>{condition.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isAllowed
        ? null
        : rights.map(({ code, name, roles }) => (
            <p key={code}>
              {label('why.roles', {
                right: name,
                roles: roles.map((role) => role.name).join(', ') || label('why.noRoles'),
              })}
            </p>
          ))}
      {actions.length > 0 ? (
        <table className="permission-table">
          <caption>{label('why.actions')}</caption>
          <thead>
            <tr>
              <th scope="col">{label('why.action')}</th>
              <th scope="col">{label('why.can')}</th>
              <th scope="col">{label('why.answer')}</th>
            </tr>
          </thead>
          <tbody>
            {actions.map((action) => (
              <tr key={action.name}>
                <th scope="row">{action.name}</th>
                <td>
                  <StateMark
                    colour={action.isAllowed ? 'green' : 'grey'}
                    text={label(action.isAllowed ? 'why.can' : 'why.cannot')}
                  />
                </td>
                <td>{action.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}
