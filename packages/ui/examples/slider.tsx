import { useState } from 'react'
import { Slider } from '@x/ui/slider'

export function Leverage() {
  const [times, setTimes] = useState(10)
  return (
    <Slider
      label="Leverage"
      showLabel
      min={1}
      max={125}
      marks={[1, 25, 50, 75, 100, 125]}
      value={times}
      onChange={setTimes}
      format={(value) => `${value}x`}
    />
  )
}
