import { importedRun } from '../support/imported.ts'
import type { Person } from '../support/person.ts'
import type { Pictured } from './pictured.ts'

type Make = (name: string, account: string, address: Pictured['address'], settled: string) => Pictured

/** Lists and the search on a phone. */
export function phoneListPictures(hand: Make): readonly Pictured[] {
  return [
    hand('phone-import-run', 'admin', importedRun, '.import-cards .import-field'),
    hand('phone-list', 'in.finance', () => '/budget/pc/country/list', '.list-card'),
    hand('phone-list-funds', 'in.dist', () => '/funds/mobile/account', '.row-card-title'),
    hand('phone-list-devices', 'in.channel', () => '/imei/list', '.list-card'),
    hand('phone-list-stock', 'in.channel', () => '/imei/stock', '.list-card'),
    {
      ...hand('phone-find', 'in.channel', () => '/index/mobile', 'h1'),
      act: async ({ page, texts }: Person) => {
        await page.getByRole('button', { name: texts.page.shell.menu, exact: true }).click()
        await page.getByRole('searchbox').fill('harbour')
        await page.locator('.phone-find-entry').first().waitFor()
      },
    },
  ]
}
