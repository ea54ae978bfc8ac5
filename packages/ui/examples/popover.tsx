import { Button } from '@x/ui/button'
import { Popover } from '@x/ui/popover'
import { Switch } from '@x/ui/switch'

export function Filter() {
  return (
    <Popover label="Filter" trigger={(props) => <Button {...props}>Filter</Button>}>
      {(close) => (
        <>
          <Switch defaultChecked>Only my markets</Switch>
          <Button size="small" onClick={close}>
            Done
          </Button>
        </>
      )}
    </Popover>
  )
}
