import { Button } from '../../button/Button.tsx'
import { Checkbox } from '../../toggle/Toggle.tsx'
import { Popover } from '../Popover.tsx'

export default function PopoverDemo() {
  return (
    <Popover label="Filter" trigger={(props) => <Button {...props}>Filter</Button>}>
      {(close) => (
        <div style={{ display: 'grid', gap: 8 }}>
          <Checkbox defaultChecked>Buy</Checkbox>
          <Checkbox defaultChecked>Sell</Checkbox>
          <Button size="small" onClick={close}>
            Apply
          </Button>
        </div>
      )}
    </Popover>
  )
}
