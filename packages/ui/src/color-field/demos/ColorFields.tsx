import { useState } from 'react'
import { ColorField } from '../ColorField.tsx'

export default function ColorFields() {
  const [up, setUp] = useState('#2ebd85')
  return (
    <div style={{ display: 'grid', gap: 12, justifyItems: 'start' }}>
      <ColorField value={up} onChange={setUp}>
        Rising
      </ColorField>
      <ColorField defaultValue="#f6465d">Falling</ColorField>
      <ColorField disabled defaultValue="#8ea2ff">
        Unchanged
      </ColorField>
      <ColorField aria-label="Grid" />
    </div>
  )
}
