import { viewOf } from '#kernel/engine/definition/view.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { documentTexts } from '../client/document-texts.ts'
import { isStructured } from '../structured-field/structured-summary.ts'
import { StructuredControl } from '../structured-field/StructuredControl.tsx'
import { DocumentControl } from '../pick/DocumentControl.tsx'
import type { FormDraft } from './draft/draft.ts'
import type { FieldsSpec, Limit } from './form-spec.ts'
import { listOf, fitting, type FormOptions, type OptionList } from './options.ts'
import { TextChoice } from './TextChoice.tsx'
import { isLongText, TypedControl } from './TypedControl.tsx'

interface FormFieldsProps {
  readonly spec: FieldsSpec
  readonly draft: FormDraft
  readonly options: FormOptions
  readonly errors: Readonly<Record<string, string>>
  readonly limits: readonly Limit[]
  /** Id of a field's control, to which the error summary jumps. */
  readonly idOf: (name: string) => string
  readonly onChange: (name: string, value: string) => void
}

/**
 * The header's fields in the order of the definition's view. The choice in the document's title is made where the form
 * is opened, unless the form asks for it.
 */
export function FormFields({ spec, draft, options, errors, limits, idOf, onChange }: FormFieldsProps) {
  const { definition } = spec
  const view = viewOf(definition)
  const texts = documentTexts(definition)
  const currency = view.currency === null ? '' : (draft.header[view.currency] ?? '')
  return (
    <section className="form-section">
      <div className="form-grid">
        {(spec.formFields?.(draft.header) ?? view.form)
          .filter((name) => spec.asksTitle || name !== view.title)
          .map((name) => {
            const field = definition.fields[name]
            if (!field) return null
            const list = listOf(texts, name, field, options.fields[name])
            const value = draft.header[name] ?? ''
            return (
              <Field
                key={name}
                id={idOf(name)}
                label={texts.field(name)}
                isRequired={field.required}
                error={errors[name]}
                wide={!list && (isLongText(field) || isStructured(field))}
                aside={asideOf(
                  limits.find((limit) => limit.field === name && limit.row === undefined && value !== ''),
                  list,
                  value,
                )}
              >
                {list ? (
                  <TextChoice
                    value={value}
                    options={fitting(list.options, draft.header)}
                    isLoading={list.isLoading}
                    onRetry={list.onRetry}
                    onSearch={list.onSearch}
                    allowClear={!field.required}
                    disabled={field.required && list.options.length === 1 && list.options[0]?.value === value}
                    {...(field.kind === 'code' ? { recentName: name } : {})}
                    onChange={(next) => onChange(name, next ?? '')}
                  />
                ) : field.document ? (
                  <DocumentControl
                    reference={field.document}
                    header={draft.header}
                    value={value}
                    isRequired={field.required}
                    onChange={(next) => onChange(name, next)}
                  />
                ) : isStructured(field) ? (
                  <StructuredControl
                    title={texts.field(name)}
                    field={field}
                    value={value}
                    values={draft.header}
                    currency={currency}
                    onChange={(next) => onChange(name, next)}
                  />
                ) : (
                  <TypedControl
                    field={field}
                    value={value}
                    currency={currency}
                    onChange={(next) => onChange(name, next)}
                  />
                )}
              </Field>
            )
          })}
      </div>
    </section>
  )
}

/** The limit of the field, or a note on the chosen option. */
function asideOf(limit: Limit | undefined, list: OptionList | null, value: string) {
  if (!limit) return list?.options.find((option) => option.value === value)?.detail
  return (
    <>
      {limit.label} <Amount value={limit.available} currency={limit.currency} />
    </>
  )
}
