import { useState } from 'react'
import { PickerWheel } from '../PickerWheel.tsx'
import { yearRows } from '../wheelMachine.ts'

const twoDigits = (count: number) =>
  Array.from({ length: count }, (_, index) => String(index).padStart(2, '0')).map((text) => ({
    value: text,
    label: text,
  }))
const leverages = [1, 2, 3, 5, 10, 20, 50, 100].map((times) => ({
  value: String(times),
  label: `${times}x`,
  disabled: times === 20,
}))

export default function Wheels() {
  const [time, setTime] = useState({ hour: '09', minute: '30' })
  const [leverage, setLeverage] = useState('5')
  return (
    <div style={{ display: 'grid', gap: 24, maxInlineSize: 360 }}>
      <div style={{ display: 'flex' }}>
        <PickerWheel
          label="Hour"
          showLabel
          rows={twoDigits(24)}
          value={time.hour}
          onChange={(hour) => setTime({ ...time, hour })}
        />
        <PickerWheel
          label="Minute"
          showLabel
          rows={twoDigits(60)}
          value={time.minute}
          onChange={(minute) => setTime({ ...time, minute })}
        />
        <PickerWheel label="Year" showLabel rows={yearRows(2026)} defaultValue="2026" />
      </div>
      <PickerWheel
        label="Leverage"
        rows={leverages}
        value={leverage}
        onChange={setLeverage}
        format={({ value: key }) => `${key} times`}
      />
      <PickerWheel label="Not open" rows={leverages} disabled />
      <output>{`${time.hour}:${time.minute} ${leverage}`}</output>
    </div>
  )
}
