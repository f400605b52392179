import { type ApprovalType, flag, role, step, texts, variable } from '../approval-type.ts'
import { levels, levelWhen, RAISING } from './levels.template.ts'

const LAST_BAND = texts('坏账与已关账期间一律按 T4 审批', 'Bad debt and closed periods are always of band T4')
const IN_LAST_BAND = 'writeOff = true or closedPeriod = true'

/** Receivables adjustment (domain.md 2.11). Who raises it is not asked: then the next above is. */
export const receivablesAdjustment: ApprovalType = {
  code: 'receivables_adjustment',
  name: texts('应收调整', 'Receivables adjustment'),
  version: 2,
  process: 'new',
  variables: {
    reason: variable('text', texts('调整原因', 'Reason'), [
      'rebateOffset',
      'priceDifference',
      'shortPayment',
      'tax',
      'fx',
      'smallBalance',
      'badDebt',
    ]),
    writeOff: RAISING.writeOff,
    closedPeriod: RAISING.closedPeriod,
  },
  steps: [
    step(
      'arAccountant',
      texts('应收会计', 'AR accountant'),
      role('arAccountant'),
      texts('应收会计核对未清项', 'The AR accountant checks the open items'),
      { when: 'not(list contains(drafterRoles, "arAccountant"))' },
    ),
    levelWhen(
      'countryFinance',
      'not(list contains(drafterRoles, "countryFinance"))',
      texts('国家财务确认调整原因', 'Country finance confirms the reason'),
    ),
    levelWhen('regionalFinance', null, texts('大区财务总监批准应收变动', 'The regional finance director approves it')),
    levelWhen('hqOwner', IN_LAST_BAND, LAST_BAND),
    levelWhen('hqFinance', IN_LAST_BAND, LAST_BAND),
  ],
}

/** Invoice adjustment (domain.md 2.14). Who raises it is not asked: then the next above is. */
export const invoiceAdjustment: ApprovalType = {
  code: 'invoice_adjustment',
  name: texts('调整发票', 'Invoice adjustment'),
  version: 2,
  process: 'new',
  variables: {
    category: variable('text', texts('调整类别', 'Category'), ['afterSales', 'priceError', 'other']),
    closedPeriod: RAISING.closedPeriod,
  },
  steps: [
    step(
      'billing',
      texts('开票专员', 'Billing'),
      role('billing'),
      texts('开票专员核对原发票', 'Billing checks the original invoice'),
      { when: 'not(list contains(drafterRoles, "billing"))' },
    ),
    levelWhen(
      'countryFinance',
      'not(list contains(drafterRoles, "countryFinance"))',
      texts('国家财务确认差额', 'Country finance confirms the difference'),
    ),
    step(
      'tax',
      texts('税务', 'Tax'),
      role('tax'),
      texts('税务确认税期与红字规则', 'Tax confirms the tax period and the credit-note rules'),
    ),
    ...levels('levels', 'rcsm', 'rsd', 'regionalFinance', 'hqOwner', 'hqFinance'),
  ],
}

/** Contract (domain.md 2.15). */
export const contract: ApprovalType = {
  code: 'contract',
  name: texts('合同审批', 'Contract'),
  version: 1,
  process: 'new',
  variables: {
    contractType: variable('text', texts('合同类型', 'Contract type'), [
      'framework',
      'annualRebate',
      'creditPledge',
      'agency',
    ]),
  },
  steps: [
    step(
      'channelManager',
      texts('渠道经理', 'Channel manager'),
      role('channelManager'),
      texts('渠道经理对客户关系负责', 'The channel manager answers for the customer'),
    ),
    levelWhen('rsd', null, texts('区域销售总监确认商务条款', 'The RSD confirms the commercial terms')),
    step(
      'legal',
      texts('法务', 'Legal'),
      role('legal'),
      texts('法务审核条款与签约主体', 'Legal checks the terms and who signs'),
    ),
    levelWhen('countryFinance', null, texts('财务确认账期与额度', 'Finance confirms payment terms and credit')),
    levelWhen('hqOwner', null, texts('合同由总部业务负责人终审', 'A contract ends at the HQ business owner')),
  ],
}

/** Recharge (domain.md 2.16): raised by sales or for the customer. */
export const recharge: ApprovalType = {
  code: 'recharge',
  name: texts('充值', 'Recharge'),
  version: 1,
  process: 'new',
  variables: { thirdPartyPayer: flag('第三方付款', 'Paid by a third party') },
  steps: [
    levelWhen('countryFinance', null, texts('国家财务匹配银行流水', 'Country finance matches the bank line')),
    step(
      'treasury',
      texts('资金管理', 'Treasury'),
      role('treasury'),
      texts(
        '大额（T3 及以上）、第三方付款或由国家财务发起时需资金管理',
        'Treasury decides on large amounts (from band T3), on third-party payers and on what country finance raised itself',
      ),
      { when: 'bandNo >= 3 or thirdPartyPayer = true or list contains(drafterRoles, "countryFinance")' },
    ),
  ],
}

/** IMEI transfer (domain.md 2.18). */
export const imeiTransfer: ApprovalType = {
  code: 'imei_transfer',
  name: texts('串码调拨', 'IMEI transfer'),
  version: 1,
  process: 'new',
  organisations: ['giver', 'receiver'],
  variables: {
    transferType: variable('text', texts('调拨类型', 'Transfer type'), ['transfer', 'adjust']),
    crossRegion: flag('跨大区调拨', 'Crosses regions'),
  },
  steps: [
    step(
      'giverManager',
      texts('调出方经理', "Giver's manager"),
      role('manager', 'giver'),
      texts('调出方经理确认货在其手', "The giver's manager confirms who holds the devices"),
    ),
    step(
      'receiver',
      texts('调入方确认', "Receiver's confirmation"),
      role('channelManager', 'receiver'),
      texts('调入方确认接收', 'The receiver confirms that it takes them'),
    ),
    levelWhen('rsm', 'crossRegion = true', texts('跨大区调拨需区域销售经理', 'Across regions the RSM decides')),
    step(
      'imeiAdmin',
      texts('串码管理员', 'IMEI administrator'),
      role('imeiAdmin'),
      texts('串码调整由串码管理员终审', 'An adjustment ends at the IMEI administrator'),
      { when: 'transferType = "adjust"' },
    ),
  ],
}
