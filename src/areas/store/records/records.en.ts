import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

const named = { code: 'Code', nameZh: 'Chinese name', nameEn: 'English name' }
const place = { latitude: 'Latitude', longitude: 'Longitude' }

/** Texts of the area's records in English. */
export const records = {
  store: {
    label: 'store',
    title: 'Stores',
    many: 'Stores',
    example: 'MG Road Mobile',
    fields: {
      ...named,
      ...place,
      type: 'Type',
      customerCode: 'Customer',
      countryCode: 'Country',
      city: 'City',
      address: 'Address',
      location: 'Location',
      openingHours: 'Opening hours',
    },
    options: {
      type: {
        flagship: 'Flagship',
        brandStore: 'Brand store',
        multiBrand: 'Multi-brand shop',
        counter: 'Counter',
        operator: 'Operator shop',
      },
    },
  },
  storeImage: {
    label: 'store image',
    title: 'Store images',
    many: 'Images',
    fields: {
      ...place,
      code: 'Number',
      storeCode: 'Store',
      type: 'Type',
      image: 'Image',
      takenAt: 'Taken at',
      note: 'Note',
      result: 'Audit',
      reason: 'Rejection reason',
      uploader: 'Uploaded by',
      auditor: 'Audited by',
      auditedAt: 'Audited at',
      duplicateOf: 'Same as',
    },
    options: {
      type: { front: 'Front', display: 'Display', shelf: 'Shelf' },
      result: { pending: 'Pending', passed: 'Passed', rejected: 'Rejected' },
    },
    audit: {
      title: 'Audit',
      pass: 'Pass',
      reject: 'Reject',
      reason: 'Rejection reason',
      own: 'You uploaded this image; somebody else audits it.',
      passed: 'The image has passed',
      rejected: 'The image was rejected',
      like: 'Images like this one',
      identical: 'the same file',
      similar: '{bits} of 64 places look different',
      unseen: 'There are others, in stores outside your scope.',
      this: 'This image',
      add: 'Add an image',
    },
  },
  warehouse: {
    label: 'warehouse',
    title: 'Warehouses',
    many: 'Warehouses',
    example: 'Hosur logistics park',
    fields: {
      ...named,
      type: 'Type',
      organisationCode: 'Organisation',
      inventoryOrganisationCode: 'Inventory organisation',
      customerCode: 'Customer',
      erpSubinventory: 'ERP subinventory',
    },
    options: { type: { own: 'Own', bonded: 'Bonded', customer: "Customer's", demo: 'Demo units', scrap: 'Scrap' } },
  },
  location: {
    label: 'location',
    title: 'Locations',
    many: 'Locations',
    example: 'Rack A, first bay',
    fields: { ...named, warehouseCode: 'Warehouse', subLocation: 'Sub-location' },
  },
}

export type StoreRecordTexts = TextShape<typeof records>
