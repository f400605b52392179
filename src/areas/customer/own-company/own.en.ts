/** Page of a distributor's staff about their own company, in English. */
export const ownCompany = {
  title: 'My company',
  code: 'Customer code',
  country: 'Country',
  taxNo: 'Tax number',
  bank: 'Bank',
  account: 'Bank account',
  holder: 'Account holder',
  terms: 'Trade terms',
  addresses: 'Delivery addresses',
  none: 'None yet',
  wrong: 'Something is not right? Tell your channel manager: bank and tax data change by approval.',
  missing: 'Your account belongs to no customer yet. Ask your channel manager.',
}

export type OwnCompanyTexts = { readonly [K in keyof typeof ownCompany]: string }
