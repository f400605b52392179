import { expect, it } from 'vitest'
import { fitting } from '#kernel/web/console/form/options.ts'
import { partOption, type SchemeFundingLine } from './scheme-options.web.ts'

const part = (fundingNo: number, of: Partial<SchemeFundingLine>): SchemeFundingLine => ({
  fundingNo,
  lineNo: fundingNo,
  customerCode: null,
  channelCode: null,
  storeCode: null,
  customerName: null,
  forBeneficiary: 'Somebody',
  productCode: null,
  productName: null,
  basis: 'sellIn',
  budgetCode: 'BL1',
  currency: 'INR',
  committed: '0.00',
  accrued: '0.00',
  executed: '0.00',
  freeCommitted: '0.00',
  freeAccrued: '0.00',
  freeExecuted: '0.00',
  ...of,
})

it('a document of one customer is offered the lines of a scheme that are for them or for their channel', () => {
  const parts = [
    part(1, { customerCode: 'C1', storeCode: 'S1' }),
    part(2, { customerCode: 'C2' }),
    part(3, { channelCode: 'CH1' }),
    part(4, { channelCode: 'CH2' }),
  ]
  const offered = (values: Readonly<Record<string, string>>) =>
    fitting(
      parts.map((each) => partOption(each, '1.00')),
      values,
    ).map(({ value }) => value)
  expect(offered({ customerCode: 'C1', channelCode: 'CH1' })).toEqual(['1', '3'])
  expect(offered({})).toEqual(['1', '2', '3', '4'])
})
