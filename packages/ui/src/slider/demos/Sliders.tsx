import { useState } from 'react'
import { Slider } from '../Slider.tsx'

export default function Sliders() {
  const [share, setShare] = useState(25)
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: 'min(280px, 100%)' }}>
      <Slider label="Share of the balance" value={share} onChange={setShare} end={`${share}%`} />
      <Slider label="Buy share" tone="up" defaultValue={60} />
      <Slider
        label="Leverage"
        showLabel
        min={1}
        max={125}
        marks={[1, 25, 50, 75, 100, 125]}
        defaultValue={20}
        format={(value) => `${value}x`}
      />
      <Slider label="Disabled" disabled defaultValue={50} />
    </div>
  )
}
