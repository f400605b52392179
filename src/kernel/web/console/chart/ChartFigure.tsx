import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import type { ChartProps } from './Chart.tsx'
import { acrossPx, isBlank } from './chart-spec.ts'
import { chartText } from './chart-text.ts'
import type { DrawChart, DrawnChart, PickKeys } from './draw-chart.ts'
import './chart.css'

const loadDrawing = () => import('./draw-chart.ts')

/** A picture of amounts with its numbers as a table: each mark, and its row, leads to the list that adds up to it. */
export function ChartFigure({ spec, LinkTo, emptyText }: ChartProps) {
  if (isBlank(spec)) return <p className="quiet">{emptyText}</p>
  // One bar in an empty width says less than a sentence.
  if (spec.categories.length === 1) return <Sentence spec={spec} LinkTo={LinkTo} />
  return <Picture spec={spec} LinkTo={LinkTo} />
}

function Sentence({ spec, LinkTo }: Omit<ChartProps, 'emptyText'>) {
  const [category] = spec.categories
  if (!category) return null
  return (
    <p className="chart-sentence">
      {category.href === null ? category.name : <LinkTo to={category.href}>{category.name}</LinkTo>}
      {spec.series.map(({ name, values }) => (
        <span key={name}>
          {name} <Amount value={values[0]} currency={spec.currency} />
        </span>
      ))}
    </p>
  )
}

function Picture({ spec, LinkTo }: Omit<ChartProps, 'emptyText'>) {
  const board = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const drawn = useRef<DrawnChart>(null)
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading')
  const height = acrossPx(spec)
  // A mark acts through the link of its row: there is one way to open the list.
  const pick = useEffectEvent((at: number, keys: PickKeys) => {
    const link = table.current?.tBodies[0]?.rows[at]?.querySelector('a')
    link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
  })
  const begin = useEffectEvent((drawChart: DrawChart) => {
    if (!board.current) return
    drawn.current = drawChart(board.current, spec, (at, keys) => pick(at, keys))
    setState('drawn')
  })
  useEffect(() => {
    let isGone = false
    loadDrawing().then(
      ({ drawChart }) => (isGone ? undefined : begin(drawChart)),
      () => (isGone ? undefined : setState('failed')),
    )
    return () => {
      isGone = true
      drawn.current?.dispose()
      drawn.current = null
    }
  }, [])
  const show = useEffectEvent(() => drawn.current?.show(spec))
  // A page makes its picture anew whenever it is rendered; only another content is drawn again.
  const content = JSON.stringify(spec)
  useEffect(() => {
    show()
  }, [content])
  return (
    <figure className="chart">
      <ul className="chart-legend" aria-hidden="true">
        {spec.series.map(({ name, shape, tone }) => (
          <li key={name} className={`chart-key-${shape} chart-tone-${tone}`}>
            {name}
          </li>
        ))}
        <li className="chart-currency">{spec.currency}</li>
      </ul>
      {state === 'failed' ? (
        <p className="quiet">{chartText('failed')}</p>
      ) : (
        <div
          ref={board}
          className={`chart-board is-${state}`}
          style={height === undefined ? undefined : { height }}
          role="img"
          aria-label={chartText('label', { title: spec.title, currency: spec.currency })}
        />
      )}
      <details className="chart-table" open={state === 'failed' || undefined}>
        <summary>{chartText('asTable')}</summary>
        <Numbers spec={spec} LinkTo={LinkTo} table={table} />
      </details>
    </figure>
  )
}

interface NumbersProps extends Omit<ChartProps, 'emptyText'> {
  readonly table: React.Ref<HTMLTableElement>
}

function Numbers({ spec, LinkTo, table }: NumbersProps) {
  const { title, currency, axis, categories, series, noteTitle } = spec
  return (
    <div className="chart-scroll" role="region" tabIndex={0} aria-label={title}>
      <table ref={table}>
        <caption className="unseen">{`${title}, ${currency}`}</caption>
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {noteTitle === undefined ? null : <th scope="col">{noteTitle}</th>}
          </tr>
        </thead>
        <tbody>
          {categories.map(({ key, name, href, note }, at) => (
            <tr key={key}>
              <th scope="row">{href === null ? name : <LinkTo to={href}>{name}</LinkTo>}</th>
              {series.map((each) => (
                <td key={each.name}>
                  <Amount value={each.values[at]} />
                </td>
              ))}
              {noteTitle === undefined ? null : <td>{note}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
