import { useState } from 'react'
import { RadioGroup } from '@x/ui/radio-group'

export function TimeInForce() {
  const [key, setKey] = useState('gtc')
  return (
    <RadioGroup
      label="Time in force"
      value={key}
      onChange={setKey}
      options={[
        { value: 'gtc', label: 'GTC', hint: 'Rests until it is cancelled' },
        { value: 'ioc', label: 'IOC', hint: 'What does not trade at once is cancelled' },
        { value: 'fok', label: 'FOK', disabled: true },
      ]}
    />
  )
}
