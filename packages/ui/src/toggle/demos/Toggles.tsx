import { useState } from 'react'
import { Checkbox, Switch } from '../Toggle.tsx'

export default function Toggles() {
  const [on, setOn] = useState(true)
  return (
    <div style={{ display: 'grid', gap: 12, justifyItems: 'start' }}>
      <Checkbox defaultChecked>Post only</Checkbox>
      <Checkbox>Hide small balances</Checkbox>
      <Checkbox indeterminate>All pairs</Checkbox>
      <Checkbox invalid>I have read the terms</Checkbox>
      <Checkbox disabled defaultChecked>
        Reduce only
      </Checkbox>
      <Switch checked={on} onChange={setOn}>
        Paper trading
      </Switch>
      <Switch>Sound</Switch>
      <Switch disabled>Two-factor log-in</Switch>
    </div>
  )
}
