import { lazy, Suspense, useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { newDraft } from '#kernel/web/console/form/draft/draft.ts'
import { FormFields } from '#kernel/web/console/form/FormFields.tsx'
import type { InquiryDevice } from './InquiryAnswer.tsx'
import { inquiryTexts, useInquiry } from './use-inquiry.web.ts'
import './inquiry.css'
import '#kernel/web/console/document/document.css'

const InquiryAnswer = lazy(() => import('./InquiryAnswer.tsx').then((module) => ({ default: module.InquiryAnswer })))

const DEVICE: InquiryDevice = {
  device: 'pc',
  documentLink: (address, children) => <Link to={address}>{children}</Link>,
  link: (id, children) => <Link to={`/process/price/pc/info?type=view&id=${id}`}>{children}</Link>,
  Facts: DescriptionList,
}

/** Asks what a product costs a customer or a classification on a day, and why. */
export default function InquiryPage() {
  const id = useId()
  const [query, setQuery] = useSearchParams()
  const { spec, header, errors, options, change, answer } = useInquiry(query, (next) =>
    setQuery(next, { replace: true }),
  )
  return (
    <>
      <header className="document-head">
        <h1>{inquiryTexts.text('label')}</h1>
      </header>
      <FormFields
        spec={spec}
        draft={newDraft(header)}
        options={options}
        errors={errors}
        limits={[]}
        idOf={(name) => `${id}-${name}`}
        onChange={change}
      />
      {answer === null ? (
        <p className="quiet inquiry-note">{inquiryTexts.text('choose')}</p>
      ) : (
        <Suspense fallback={<div className="inquiry-note" aria-busy="true" />}>
          <InquiryAnswer answer={answer} asked={header} {...DEVICE} />
        </Suspense>
      )}
    </>
  )
}
