import { Button } from 'antd'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { PopMenu } from '#kernel/web/ui/PopMenu.tsx'
import { applyAddress } from '../shared/budget-addresses.web.ts'
import type { ApplyType, BudgetLevel } from '../shared/budget-api.web.ts'
import type { AreaOption } from '../shared/budget-options.web.ts'
import { pageLabel } from '../budget-line/list-texts.web.ts'
import { levelLabel } from '../project-budget/level-texts.web.ts'
import { useOpen } from '../spending/use-open.web.ts'

interface NewApplicationsProps {
  readonly area: AreaOption | undefined
  readonly level: BudgetLevel
}

/** New applications of the person: money from or back to the pool; less often, new money of headquarters. */
export function NewApplications({ area, level }: NewApplicationsProps) {
  const open = useOpen()
  const begin = (applyType: ApplyType) => () => open(applyAddress(applyType, area, [], level))
  return (
    <>
      <Button type="primary" icon={<Icon name="plus" />} onClick={begin('grant')}>
        {pageLabel('newGrant')}
      </Button>
      <Button icon={<Icon name="minus" />} onClick={begin('revoke')}>
        {pageLabel('newRevoke')}
      </Button>
      <PopMenu
        label={levelLabel('more')}
        className="icon-button list-tool"
        trigger={<Icon name="more" />}
        items={[
          { key: 'initialLoad', text: levelLabel('newInitialLoad'), act: begin('initialLoad') },
          { key: 'supplement', text: levelLabel('newSupplement'), act: begin('supplement') },
        ]}
      />
    </>
  )
}
