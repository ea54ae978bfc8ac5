import { Info } from 'lucide-react'
import { Button } from '../../button/Button.tsx'
import { IconButton } from '../../button/IconButton.tsx'
import { Icon } from '../../icon/Icon.tsx'
import { Tooltip } from '../Tooltip.tsx'

export default function TooltipDemo() {
  return (
    <div style={{ display: 'flex', gap: 8 }}>
      <Tooltip content="The fee is taken from what you receive. Makers pay 0.08 %, takers 0.1 %.">
        <IconButton icon={<Icon of={Info} />} label="Fee" title="" />
      </Tooltip>
      <Tooltip content="" side="bottom">
        <Button>No tooltip</Button>
      </Tooltip>
    </div>
  )
}
