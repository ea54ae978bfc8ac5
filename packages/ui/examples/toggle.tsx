import { useState } from 'react'
import { Checkbox } from '@x/ui/checkbox'
import { Switch } from '@x/ui/switch'

export function OrderOptions() {
  const [postOnly, setPostOnly] = useState(false)
  return (
    <>
      <Checkbox checked={postOnly} onChange={setPostOnly}>
        Post only
      </Checkbox>
      <Switch defaultChecked>Sounds</Switch>
    </>
  )
}
