import type { VariableView } from '../approval-routes-wire.ts'
import { pageLabel } from '../approval-routes-texts.web.ts'

/** Variables of conditions, with their possible values. */
export function VariableList({ variables }: { readonly variables: readonly VariableView[] }) {
  return (
    <section className="approval-routes-variables">
      <h2>{pageLabel('editor.variables')}</h2>
      <p className="quiet">
        {pageLabel('editor.variablesHint', { example: 'list contains(levels, "rsd") or amountUsd > 50000' })}
      </p>
      <dl>
        {variables.map(({ name, label, kind, options }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {label}
              <span className="quiet"> · {pageLabel(`editor.kinds.${kind}`)}</span>
              {options && options.length > 0 && options.length <= 12 ? (
                <span className="quiet">: {options.join(', ')}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
