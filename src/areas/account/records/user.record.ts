import { organisationReference } from '#areas/organisation/references.facade.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, NAMED, r } from '#kernel/engine/record/definition.ts'
import { userReference } from '#kernel/engine/record/write/user-reference.ts'
import { accountErrors } from '../account.errors.ts'

const { nameZh, nameEn } = NAMED
const ADDRESS = /^[^\s@<>(),;:"\\]{1,100}@[^\s@<>(),;:"\\]{1,150}$/

/** People who may sign in, at a desk or with the app: one account per person. Their rights are kept elsewhere. */
export const user = defineRecord({
  name: 'user',
  area: 'account',
  table: 'app_user',
  held: { column: 'id', sequence: 'app_user_id_seq' },
  api: '/aps/user',
  file: 'user',
  page: '/system/accounts',
  phonePage: '/system/mobile/accounts',
  search: 'search',
  key: 'account',
  fields: {
    account: f.code({ required: true, max: 64 }),
    nameZh,
    nameEn,
    kind: f.choice(['pc', 'app'], { required: true }),
    jobTitle: f.text({ required: true, max: 100 }),
    organisationCode: { ...f.ref(organisationReference, { required: true }), column: 'organisation_id' },
    superiorAccount: { ...f.ref(userReference), column: 'superior_id' },
    email: { ...r.shaped(f.code({ max: 254 }), ADDRESS, 'name@company.example'), isUnique: true },
    language: f.choice(['zh', 'en']),
    // F11
    resignedOn: f.date(),
    successorAccount: { ...f.ref(userReference), column: 'successor_id' },
  },
  scope: 'organisationCode',
  life: true,
  // The day is judged where the person works; for naming a state the viewer's day is close enough.
  wordOfState: (state, { resignedOn }, today) =>
    state === 'disabled' && typeof resignedOn === 'string' && resignedOn <= today ? 'resigned' : state,
  traced: ['userRole.userId', 'user.superiorAccount'],
  stepUp: true,
  ofPerson: true,
  guarded: ['email', 'superiorAccount', 'resignedOn', 'successorAccount'],
  check: ({ account, superiorAccount, successorAccount }) =>
    [['superiorAccount', superiorAccount] as const, ['successorAccount', successorAccount] as const].flatMap(
      ([field, value]) => (value !== null && value === account ? [accountErrors.superiorOfItself({}, { field })] : []),
    ),
  list: {
    columns: [
      'account',
      'name',
      'kind',
      'jobTitle',
      'organisationCode',
      'superiorAccount',
      'state',
      'email',
      'resignedOn',
      'successorAccount',
      'language',
      'updatedAt',
      'updatedBy',
      'nameZh',
      'nameEn',
    ],
    filters: ['keyword', 'kind', 'organisationCode', 'state', 'superiorAccount'],
    sort: ['account', 'organisationCode', 'state', 'resignedOn', 'updatedAt'],
  },
  naming: { superiorAccount: { hasOwnWords: true } },
  example: {
    account: 'in.newcomer',
    kind: 'pc',
    jobTitle: 'Channel Manager',
    organisationCode: 'IN-IN',
    superiorAccount: 'in.manager',
    email: 'in.newcomer@example.test',
    language: 'en',
  },
})
