import { useState } from 'react'
import { ColorField } from '@x/ui/color-field'

export function LineColor() {
  const [color, setColor] = useState('#8ea2ff')
  return (
    <ColorField value={color} onChange={setColor}>
      Line of the average
    </ColorField>
  )
}
