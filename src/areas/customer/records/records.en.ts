import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

const named = { code: 'Code', nameZh: 'Chinese name', nameEn: 'English name' }
const bank = {
  bankName: 'Bank',
  bankAccount: 'Bank account',
  bankHolder: 'Account holder',
  bankSwift: 'SWIFT code',
}

/** Texts of the area's records in English. */
export const records = {
  customer: {
    label: 'customer',
    title: 'Customer Management',
    many: 'Customers',
    uses: { parentCode: 'Customers below it', legalEntityCustomerCode: 'Customers of the same legal entity' },
    views: { dealers: 'Dealer Management' },
    example: 'Monsoon Devices Private Limited',
    fields: {
      ...named,
      kind: 'Kind',
      type: 'Type',
      subtype: 'Subtype',
      parentCode: 'Parent customer',
      legalEntityCustomerCode: 'Legal entity customer',
      organisationCode: 'Organisation',
      countryCode: 'Country',
      budgetRegionCode: 'Region',
      operatingUnitCode: 'Operating unit (OU)',
      channelCode: 'Channel',
      classificationCode: 'Price classification',
      ownerAccount: 'Owner',
      oerpCode: 'OERP customer code',
      businessCode: 'Business customer code',
      taxNo: 'Tax number',
      ...bank,
      notSameAs: 'Looked at, not the same as',
    },
    options: {
      kind: { distributor: 'Distributor', dealer: 'Dealer' },
      type: {
        national: 'National',
        regional: 'Regional',
        retailChain: 'Retail chain',
        operator: 'Operator',
        online: 'Online platform',
      },
      subtype: { direct: 'Direct', indirect: 'Indirect', franchise: 'Franchise' },
    },
  },
  customerAddress: {
    label: 'address',
    title: 'Address Management',
    many: 'Customer addresses',
    uses: { customerCode: 'Addresses' },
    example: 'Unit 4, Powai Logistics Park',
    fields: {
      code: 'Code',
      customerCode: 'Customer',
      countryCode: 'Country',
      province: 'Province',
      city: 'City',
      postalCode: 'Postal code',
      detail: 'Detail address',
      contacts: 'Contacts',
      phone: 'Phone number',
      receiveInfo: 'Receive info',
      shippingPlace: 'Shipping place',
    },
  },
  customerTradeTerm: {
    label: 'trade term of a customer',
    title: 'Customer terms',
    many: 'Trade terms',
    uses: { tradeTermCode: 'Customers' },
    example: 'Airports only',
    fields: { code: 'Code', customerCode: 'Customer', tradeTermCode: 'Trade term', remark: 'Remark' },
  },
  tradeTerm: {
    label: 'trade term',
    title: 'Trade terms',
    example: 'FCA Mumbai',
    fields: { ...named, incoterm: 'Incoterms rule' },
    options: {
      incoterm: {
        EXW: 'EXW, ex works',
        FCA: 'FCA, free carrier',
        CPT: 'CPT, carriage paid to',
        CIP: 'CIP, carriage and insurance paid to',
        DAP: 'DAP, delivered at place',
        DPU: 'DPU, delivered at place unloaded',
        DDP: 'DDP, delivered duty paid',
        FAS: 'FAS, free alongside ship',
        FOB: 'FOB, free on board',
        CFR: 'CFR, cost and freight',
        CIF: 'CIF, cost, insurance and freight',
      },
    },
  },
  sellerInformation: {
    label: 'seller information',
    title: 'Seller information',
    many: 'Seller information',
    example: 'India Trading Limited',
    fields: {
      ...named,
      legalEntityCode: 'Legal entity',
      validFrom: 'Valid from',
      address: 'Address',
      taxNo: 'Tax number',
      ...bank,
      logo: 'Logo',
    },
  },
}

export type CustomerRecordTexts = TextShape<typeof records>
