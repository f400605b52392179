import { Link } from 'react-router'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Changed } from '../approval/Changed.tsx'
import type { DocumentDetail } from '../client/document-api.ts'
import { StructuredValue } from '../structured-field/StructuredValue.tsx'
import { currencyOf, referredAddress } from './reading.ts'
import { useFilledFacts } from './use-filled-facts.ts'

interface DocumentFactsProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** The header of a document for reading: the groups of its definition's view. */
export function DocumentFacts({ definition, detail }: DocumentFactsProps) {
  return (
    <section className="form-section document-facts">
      {useFilledFacts(definition, detail).map((group) => (
        <DescriptionList
          key={group[0]?.key}
          pairs={group.map(({ key, label, value, isAmount, isLong, opened, document }) => [
            label,
            <Changed key={key} row={null} field={key}>
              {isAmount ? (
                <Amount value={value} currency={currencyOf(definition, detail.document)} />
              ) : document ? (
                <Link className="code" to={referredAddress(document.reference, 'pc', document.no)}>
                  {value}
                </Link>
              ) : opened ? (
                <StructuredValue
                  {...opened}
                  values={detail.document}
                  currency={currencyOf(definition, detail.document)}
                />
              ) : (
                value || '/'
              )}
            </Changed>,
            { key, isWide: isLong },
          ])}
        />
      ))}
    </section>
  )
}
