import { levelWhen } from '#areas/approval-routes/levels.template.facade.ts'
import { type ApprovalType, flag, role, step, texts, variable } from '#kernel/engine/approval/approval-type.ts'

/** Nobody confirms what they raised themselves. */
const OTHERS_RAISED = '(crossRegion = true or not(list contains(drafterRoles, "channelManager")))'

/** IMEI transfer (domain.md 2.18). */
export const deviceTransferRoute: ApprovalType = {
  code: 'imei_transfer',
  place: 18,
  name: texts('串码调拨', 'IMEI transfer'),
  version: 2,
  process: 'new',
  organisations: ['giver', 'receiver'],
  people: ['giverStaff', 'receiverStaff'],
  variables: {
    transferType: variable('text', texts('调拨类型', 'Transfer type'), ['transfer', 'adjust']),
    crossRegion: flag('跨大区调拨', 'Crosses regions'),
    giverStaff: flag('调出方有账号', 'People of the giver have accounts'),
    receiverStaff: flag('调入方有账号', 'People of the receiver have accounts'),
  },
  steps: [
    step(
      'giverStaff',
      texts('调出方确认', "Giver's confirmation"),
      { computed: 'giverStaff' },
      texts('调出方有账号的，由其本人确认发出', 'Where people of the giver have accounts, they confirm what they give'),
      { when: 'giverStaff = true' },
    ),
    step(
      'giverManager',
      texts('调出方经理', "Giver's manager"),
      role('manager', 'giver'),
      texts('调出方经理确认货在其手', "The giver's manager confirms who holds the devices"),
    ),
    step(
      'receiverStaff',
      texts('调入方收货确认', 'Receipt by the receiver'),
      { computed: 'receiverStaff' },
      texts(
        '调入方有账号的，由其本人确认到货',
        'Where people of the receiver have accounts, they confirm what arrived',
      ),
      { when: 'receiverStaff = true' },
    ),
    step(
      'receiver',
      texts('调入方确认', "Receiver's confirmation"),
      role('channelManager', 'receiver'),
      texts(
        '调入方没有账号的，由其渠道经理确认到货',
        'Where they have none, the channel manager of the receiver confirms what arrived',
      ),
      { when: `receiverStaff = false and ${OTHERS_RAISED}` },
    ),
    step(
      'receiverLead',
      texts('调入方区域销售经理', "Receiver's RSM"),
      role('rsm', 'receiver'),
      texts(
        '渠道经理在本大区内自行发起时，由区域销售经理确认到货',
        'What the channel manager raises within their region, the RSM confirms',
      ),
      { when: `receiverStaff = false and not(${OTHERS_RAISED})` },
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
