import type { Pictured } from './pictured.ts'

/** The lists of customer funds at both widths: of a country, and of a company's own people. */
export const fundsPictures: readonly Pictured[] = ['account', 'rebate', 'flow', 'receivable', 'invoice'].flatMap(
  (name): Pictured[] => [
    {
      name: `funds-${name}`,
      account: 'in.finance',
      width: 'desktop',
      address: () => `/funds/pc/${name}`,
      settled: 'tbody tr:nth-child(2)',
    },
    {
      name: `phone-funds-${name}`,
      account: 'in.dist',
      width: 'phone',
      address: () => `/funds/mobile/${name}`,
      settled: '.card',
    },
  ],
)
