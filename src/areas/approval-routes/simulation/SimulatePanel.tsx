import { homeYear } from '#kernel/web/ui/time.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { ApiError } from '#kernel/web/console/client/api.ts'
import { kernelText } from '#kernel/web/console/client/i18n.ts'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { ViewPicker } from '#kernel/web/console/list/views/ViewPicker.tsx'
import { useSession } from '#kernel/web/console/shell/session-context.ts'
import { useTabState } from '#kernel/web/console/shell/tabs/use-tab-state.ts'
import { Banner } from '#kernel/web/console/Banner.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { SimulatedStep, Simulation, TemplateContent, VariableView } from '../approval-routes-wire.ts'
import { approvalRoutesApi, type TemplateDetail } from '../approval-routes-api.web.ts'
import { pageLabel } from '../approval-routes-texts.web.ts'
import { type ConditionNames, conditionWords, namesOfVariables } from '../templates/condition-words.ts'
import { sayCondition } from '../templates/step-columns.web.ts'
import type { DraftWork } from '#kernel/web/console/setting/use-draft.ts'

type Source = 'past' | 'example'
type SimulationInput = Readonly<Record<string, string>>

interface SimulatePanelProps {
  readonly loaded: TemplateDetail
  readonly work: DraftWork<TemplateContent>
}

/** The kernel computes these from amount, organisation and drafter; the rest are the document's. */
const COMPUTED = new Set(['band', 'bandNo', 'levels', 'levelsBelow', 'amountUsd', 'drafterRoles'])

/** Tests the route on a past document, or on a fictitious one. */
export function SimulatePanel({ loaded, work }: SimulatePanelProps) {
  const { userAccount } = useSession().user
  const [source, setSource] = useTabState<Source>('simulateOn', 'past')
  const [version, setVersion] = useState(work.draft ? 0 : (loaded.versions[0]?.version ?? 1))
  const [thisYear] = useState(() => String(homeYear()))
  const [asked, setAsked] = useTabState<SimulationInput>('simulated', {
    organisation: 'IN',
    drafter: userAccount,
    currency: 'USD',
    amount: '10000',
    year: thisYear,
  })
  const [answer, setAnswer] = useState<Simulation | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [isRunning, setRunning] = useState(false)
  const own = loaded.catalogue.variables.filter(({ name, kind }) => !COMPUTED.has(name) && kind !== 'list')
  const run = async (): Promise<void> => {
    if (!(await work.settle())) return
    setRunning(true)
    setFailure(null)
    const about = source === 'past' ? { no: (asked['no'] ?? '').trim() } : { example: exampleOf(asked, own) }
    await approvalRoutesApi.simulate({ code: loaded.key, version, ...about }, { handles: true }).then(
      (simulation) => setAnswer(simulation),
      (error: unknown) => {
        setAnswer(null)
        setFailure(error instanceof ApiError ? error : null)
      },
    )
    setRunning(false)
  }
  const change = (key: string) => (value: string | null) => setAsked({ ...asked, [key]: value ?? '' })
  return (
    <div className="approval-routes-simulate">
      <p className="quiet">{pageLabel('simulate.hint')}</p>
      <ViewPicker
        label={pageLabel('simulate.source')}
        value={source}
        views={(['past', 'example'] as const).map((key) => ({ key, text: pageLabel(`simulate.${key}`) }))}
        onChange={setSource}
      />
      <form
        className="approval-routes-simulate-form"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <Field id="simulate-version" label={pageLabel('simulate.which')}>
          <TextChoice
            value={String(version)}
            options={versionOptions(loaded, work.draft !== null)}
            onChange={(value) => setVersion(Number(value ?? 0))}
          />
        </Field>
        {source === 'past' ? (
          <Typed name="no" label={pageLabel('simulate.no')} asked={asked} onChange={change('no')} failure={failure} />
        ) : (
          <ExampleFields asked={asked} own={own} onChange={change} failure={failure} />
        )}
        <Button type="primary" htmlType="submit" loading={isRunning}>
          {pageLabel('simulate.run')}
        </Button>
      </form>
      {failure && !isFieldOf(failure) ? <Banner kind="error">{failure.message}</Banner> : null}
      {answer ? <Result simulation={answer} variables={loaded.catalogue.variables} /> : null}
    </div>
  )
}

const FIELDS = ['no', 'organisation', 'drafter', 'amount', 'currency', 'year']

function isFieldOf({ refusal }: ApiError): boolean {
  return FIELDS.includes(refusal?.field ?? '')
}

function versionOptions({ versions }: TemplateDetail, hasDraft: boolean) {
  const published = versions.map(({ version }) => ({
    value: String(version),
    label: pageLabel('simulate.version', { version }),
  }))
  return hasDraft ? [{ value: '0', label: pageLabel('simulate.draft') }, ...published] : published
}

interface TypedProps {
  readonly name: string
  readonly label: string
  readonly asked: SimulationInput
  readonly failure: ApiError | null
  readonly onChange: (value: string) => void
}

function Typed({ name, label, asked, failure, onChange }: TypedProps) {
  return (
    <Field id={`simulate-${name}`} label={label} error={failure?.refusal?.field === name ? failure.message : undefined}>
      <Input value={asked[name] ?? ''} maxLength={80} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

interface ExampleProps {
  readonly asked: SimulationInput
  readonly own: readonly VariableView[]
  readonly failure: ApiError | null
  readonly onChange: (key: string) => (value: string | null) => void
}

function ExampleFields({ asked, own, failure, onChange }: ExampleProps) {
  const common = (['organisation', 'drafter', 'amount', 'currency', 'year'] as const).map((name) => (
    <Typed
      key={name}
      name={name}
      label={pageLabel(`simulate.${name}`)}
      asked={asked}
      failure={failure}
      onChange={onChange(name)}
    />
  ))
  return (
    <>
      {common}
      {own.map((variable) => {
        const key = `value.${variable.name}`
        const options = optionsOf(variable)
        return options ? (
          <Field key={key} id={`simulate-${variable.name}`} label={variable.label}>
            <TextChoice value={asked[key] || (options[0]?.value ?? '')} options={options} onChange={onChange(key)} />
          </Field>
        ) : (
          <Typed key={key} name={key} label={variable.label} asked={asked} failure={failure} onChange={onChange(key)} />
        )
      })}
    </>
  )
}

function optionsOf({ kind, options }: VariableView) {
  if (kind === 'boolean')
    return [
      { value: 'false', label: pageLabel('simulate.no_') },
      { value: 'true', label: pageLabel('simulate.yes') },
    ]
  return kind === 'text' && options ? options.map((value) => ({ value, label: value })) : null
}

function exampleOf(asked: SimulationInput, own: readonly VariableView[]) {
  const said = own.flatMap(({ name, kind }): [string, string | number | boolean][] => {
    const value = asked[`value.${name}`] ?? ''
    if (value === '') return []
    return [[name, kind === 'boolean' ? value === 'true' : kind === 'number' ? Number(value) || 0 : value]]
  })
  const amount = (asked['amount'] ?? '').trim()
  return {
    organisation: (asked['organisation'] ?? '').trim(),
    drafter: (asked['drafter'] ?? '').trim(),
    amount: amount === '' ? null : amount,
    currency: amount === '' ? null : (asked['currency'] ?? '').trim().toUpperCase(),
    year: Number(asked['year']) || homeYear(),
    values: Object.fromEntries(said),
  }
}

function Result({
  simulation,
  variables: known,
}: {
  readonly simulation: Simulation
  readonly variables: readonly VariableView[]
}) {
  const names = namesOfVariables(known)
  const { steps, variables, refusals, documentNo, realVersion } = simulation
  const hasPast = documentNo !== null
  return (
    <section aria-label={pageLabel('simulate.result')} className="approval-routes-result">
      {hasPast ? <p>{pageLabel('simulate.realVersion', { no: documentNo, version: realVersion ?? 0 })}</p> : null}
      {refusals.map((refusal) => (
        <Banner key={refusal} kind="error">
          {refusal}
        </Banner>
      ))}
      <table>
        <caption className="unseen">{pageLabel('simulate.result')}</caption>
        <thead>
          <tr>
            <th scope="col">{pageLabel('simulate.step')}</th>
            <th scope="col">{pageLabel('simulate.people')}</th>
            <th scope="col">{pageLabel('simulate.why')}</th>
            {hasPast ? <th scope="col">{pageLabel('simulate.change')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr
              key={step.key}
              className={step.skipReason || step.change === 'removed' ? 'approval-routes-skipped' : ''}
            >
              <th scope="row">{step.name}</th>
              <td>{peopleText(step)}</td>
              <td>{whyText(step, names)}</td>
              {hasPast ? (
                <td>
                  <Change step={step} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{pageLabel('simulate.variables')}</h2>
      <dl className="approval-routes-values">
        {variables.map(({ name, value }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{value ?? <span className="quiet">{pageLabel('simulate.hidden')}</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function peopleText({ skipReason, people, mode }: SimulatedStep): string {
  if (skipReason) return kernelText(`approval.skip.${skipReason}`)
  if (people.length === 0) return pageLabel('simulate.nobody')
  const names = people.map(({ name }) => name).join(', ')
  return people.length > 1 ? `${names} (${pageLabel(`mode.${mode}`)})` : names
}

function whyText({ rule, condition }: SimulatedStep, variables: ConditionNames): string {
  const said = condition === null ? null : (conditionWords(condition, sayCondition, variables) ?? condition)
  const parts = [rule, said === null ? null : pageLabel('simulate.condition', { condition: said })]
  return parts.filter((part) => part !== null).join(' · ') || '/'
}

function Change({ step: { change, real } }: { readonly step: SimulatedStep }) {
  if (change === null) return '/'
  const people = real && change !== 'same' && real.isNeeded ? real.people.map(({ name }) => name).join(', ') : ''
  return (
    <span className={change === 'same' ? 'quiet' : 'approval-routes-change'}>
      {pageLabel(`simulate.changes.${change}`)}
      {people ? <span className="quiet"> · {pageLabel('simulate.real', { people })}</span> : null}
    </span>
  )
}
