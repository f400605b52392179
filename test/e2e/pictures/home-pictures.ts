import type { Pictured } from './pictured.ts'

type Make = (name: string, account: string, address: Pictured['address'], settled: string) => Pictured

const CARD = '.home-section'
const PEOPLE = ['in.channel', 'in.manager', 'in.finance', 'hq.budget', 'hq.it', 'hq.auditor', 'in.dist', 'in.store']

/** The home pages of the roles, at both widths; the desktop's of a manager and a drafter stand among the others. */
export function homePictures(desk: Make, hand: Make): readonly Pictured[] {
  const named = (account: string) => account.replace('.', '-')
  return [
    ...PEOPLE.slice(2).map((account) => desk(`home-${named(account)}`, account, () => '/index', CARD)),
    ...PEOPLE.map((account) => hand(`phone-home-${named(account)}`, account, () => '/index/mobile', CARD)),
  ].map((picture) => ({ ...picture, isVariant: true }))
}
