import { goTo, useAddress } from '#kernel/web/console/phone/address.ts'
import { OptionButton } from '#kernel/web/console/phone/form/SheetButtons.tsx'
import { Failure } from '#kernel/web/console/phone/parts/Failure.tsx'
import { MenuButton } from '#kernel/web/console/phone/parts/MenuButton.tsx'
import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { storeImage } from '../records/store-image.record.ts'
import { OWN_STORE } from './own-store.ts'
import { OwnStore, type OwnStoreDevice } from './OwnStore.tsx'
import { ownStoreText } from './own-store-texts.web.ts'
import '#kernel/web/console/phone/form/sheet-button.css'

const PHONE: OwnStoreDevice = {
  Link: PhoneLink,
  Failure,
  Choice: ({ stores, value, onChange }) => (
    <OptionButton
      className="sheet-button"
      title={ownStoreText('choose')}
      options={stores.map(({ code, name }) => ({ value: code, label: `${code} / ${name}` }))}
      isLoading={false}
      value={value}
      onPick={(option) => (option ? onChange(option.value) : undefined)}
    >
      <span>{stores.find(({ code }) => code === value)?.name}</span>
      <Icon name="down" size={16} />
    </OptionButton>
  ),
  newImage: (storeCode) => `${storeImage.phonePage}?${new URLSearchParams({ form: 'new', storeCode })}`,
  image: (id) => `${storeImage.phonePage}?${new URLSearchParams({ id })}`,
}

export default function OwnStorePhonePage() {
  const { query } = useAddress()
  usePhoneTitle(ownStoreText('title'))
  return (
    <main className="phone-page">
      <header className="phone-head">
        <MenuButton />
        <h1>{ownStoreText('title')}</h1>
      </header>
      <OwnStore
        device={PHONE}
        asked={query.get('storeCode')}
        onChoose={(storeCode) => goTo(`${OWN_STORE.mobile}?${new URLSearchParams({ storeCode })}`, 'replace')}
      />
    </main>
  )
}
