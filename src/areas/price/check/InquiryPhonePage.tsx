import { zero } from '#kernel/base/money/money.ts'
import { newDraft } from '#kernel/web/console/form/draft/draft.ts'
import { renameAddress, useAddress } from '#kernel/web/console/phone/address.ts'
import { FormFields } from '#kernel/web/console/phone/form/FormFields.tsx'
import { DescriptionList } from '#kernel/web/console/phone/parts/DescriptionList.tsx'
import { PhoneHead } from '#kernel/web/console/phone/parts/PhoneHead.tsx'
import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import { InquiryAnswer, type InquiryDevice } from './InquiryAnswer.tsx'
import { inquiryTexts, useInquiry } from './use-inquiry.web.ts'

const DEVICE: InquiryDevice = {
  link: (id, children) => <PhoneLink to={`/process/price/mobile/info?id=${id}`}>{children}</PhoneLink>,
  Facts: DescriptionList,
}

/** The price inquiry on a phone. */
export default function InquiryPhonePage() {
  const { path, query } = useAddress()
  const title = inquiryTexts.text('label')
  usePhoneTitle(title)
  const { spec, header, options, change, answer } = useInquiry(query, (next) => renameAddress(`${path}?${next}`))
  return (
    <main className="phone-page">
      <PhoneHead title={title} />
      <FormFields
        spec={spec}
        draft={newDraft(header)}
        names={{}}
        options={options}
        errors={{}}
        limits={[]}
        total={zero}
        onChange={change}
      />
      <InquiryAnswer answer={answer} asked={header} {...DEVICE} />
    </main>
  )
}
