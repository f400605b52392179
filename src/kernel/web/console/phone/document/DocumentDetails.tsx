import { type ReactNode, type ComponentProps, lazy, Suspense } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { Changed } from '../../approval/Changed.tsx'
import type { DocumentDetail } from '../../client/document-api.ts'
import { documentTexts } from '../../client/document-texts.ts'
import { pageText } from '../../client/i18n.ts'
import { currencyOf, type FactToRead, referredAddress } from '../../document/reading.ts'
import { useFilledFacts } from '../../document/use-filled-facts.ts'
import { Collapsible } from '../parts/Collapsible.tsx'
import { PhoneLink } from '../PhoneLink.tsx'
import { type DescriptionEntry, DescriptionList } from '../parts/DescriptionList.tsx'

interface DocumentDetailsProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** The header of a document: long texts first, because decisions depend on the reason. */
export function DocumentDetails({ definition, detail }: DocumentDetailsProps) {
  const { document } = detail
  const facts = useFilledFacts(definition, detail).flat()
  const valueOf = ({ key, value, isAmount, opened, document: other }: FactToRead): ReactNode => (
    <Changed row={null} field={key}>
      {isAmount ? (
        <Amount value={value} currency={currencyOf(definition, document)} />
      ) : other ? (
        <PhoneLink to={referredAddress(other.reference, 'mobile', other.no)}>{value}</PhoneLink>
      ) : opened ? (
        <StructuredValue {...opened} values={document} currency={currencyOf(definition, document)} />
      ) : (
        value || '/'
      )}
    </Changed>
  )
  const pair = (fact: FactToRead): DescriptionEntry => [fact.label, valueOf(fact)]
  return (
    <Collapsible title={pageText('phone.detail')} isOpenAtFirst>
      <DescriptionList
        pairs={[
          ...facts.filter((fact) => fact.isLong).map(pair),
          ...facts.filter((fact) => !fact.isLong).map(pair),
          [documentTexts(definition).field('submittedAt'), timeText(document.submittedAt, document.timezone)],
        ]}
      />
    </Collapsible>
  )
}

const Folded = lazy(() =>
  import('../../structured-field/StructuredValue.tsx').then((module) => ({ default: module.StructuredValue })),
)

/** Tiers or codes for reading; lazy-loaded, because few documents have them. */
function StructuredValue(props: ComponentProps<typeof Folded>) {
  return (
    <Suspense fallback={props.value}>
      <Folded {...props} />
    </Suspense>
  )
}
