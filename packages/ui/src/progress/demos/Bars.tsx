import { Progress } from '../Progress.tsx'

export default function Bars() {
  return (
    <div style={{ display: 'grid', gap: 16, maxInlineSize: 320 }}>
      <Progress label="Confirmations" showLabel value={2} max={6} format={() => '2 of 6'} />
      <Progress label="Sent" showLabel value={99.9} tone="success" />
      <Progress label="Margin used" showLabel value={82} tone="warning" size="small" />
      <Progress label="Risk" value={97} tone="danger" />
      <Progress label="Loading the history" />
    </div>
  )
}
