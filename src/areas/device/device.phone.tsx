import { definePages } from '#kernel/web/console/pages.ts'

/** Phone pages of devices; their texts are loaded with them. */
export const pages = definePages(null, [{ path: '/imei/mobile/component', load: list }], {
  records: [
    { path: '/imei/mobile/detail', load: () => import('./device-detail/DeviceDetailPhonePage.tsx'), isFirst: true },
  ],
})

async function list() {
  const [{ ReadPhoneList }, { devices }] = await Promise.all([
    import('#kernel/web/console/phone/list/ReadPhoneList.tsx'),
    import('./device-list/device.list.ts'),
    import('./device-texts.web.ts'),
  ])
  return { default: () => <ReadPhoneList list={devices} /> }
}
