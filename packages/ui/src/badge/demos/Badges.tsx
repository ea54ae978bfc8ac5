import { Badge } from '../Badge.tsx'

const tones = ['neutral', 'accent', 'up', 'down', 'warning', 'danger', 'success'] as const

export default function Badges() {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone === 'up' ? 'Buy' : tone === 'down' ? 'Sell' : tone}
        </Badge>
      ))}
    </div>
  )
}
