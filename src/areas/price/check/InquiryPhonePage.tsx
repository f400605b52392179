import { lazy, Suspense } from 'react'
import { zero } from '#kernel/base/money/money.ts'
import { newDraft } from '#kernel/web/console/form/draft/draft.ts'
import { renameAddress, useAddress } from '#kernel/web/console/phone/address.ts'
import { FormFields } from '#kernel/web/console/phone/form/FormFields.tsx'
import { DescriptionList } from '#kernel/web/console/phone/parts/DescriptionList.tsx'
import { MenuButton } from '#kernel/web/console/phone/parts/MenuButton.tsx'
import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import type { InquiryDevice } from './InquiryAnswer.tsx'
import { inquiryTexts, useInquiry } from './use-inquiry.web.ts'
import './inquiry.css'

// The page of a phone has room for the question alone.
const InquiryAnswer = lazy(() => import('./InquiryAnswer.tsx').then((module) => ({ default: module.InquiryAnswer })))

const DEVICE: InquiryDevice = {
  device: 'mobile',
  documentLink: (address, children) => <PhoneLink to={address}>{children}</PhoneLink>,
  link: (id, children) => <PhoneLink to={`/process/price/mobile/info?id=${id}`}>{children}</PhoneLink>,
  Facts: DescriptionList,
}

/** The price inquiry on a phone. */
export default function InquiryPhonePage() {
  const { path, query } = useAddress()
  const title = inquiryTexts.text('label')
  usePhoneTitle(title)
  const { spec, header, errors, options, change, answer } = useInquiry(query, (next) =>
    renameAddress(`${path}?${next}`),
  )
  return (
    <main className="phone-page">
      <header className="phone-head">
        <MenuButton />
        <h1>{title}</h1>
      </header>
      <FormFields
        spec={spec}
        draft={newDraft(header)}
        names={{}}
        options={options}
        errors={errors}
        limits={[]}
        total={zero}
        onChange={change}
      />
      {answer === null ? (
        <p className="quiet inquiry-note">{inquiryTexts.text('choose')}</p>
      ) : (
        <Suspense fallback={<div className="inquiry-note" aria-busy="true" />}>
          <InquiryAnswer answer={answer} asked={header} {...DEVICE} />
        </Suspense>
      )}
    </main>
  )
}
