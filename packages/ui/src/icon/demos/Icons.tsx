import { Star, Wallet } from 'lucide-react'
import { Icon } from '../Icon.tsx'

export default function Icons() {
  return (
    <p style={{ display: 'flex', gap: 8 }}>
      <Icon of={Wallet} /> Wallet
      <Icon of={Star} label="Favourite" />
    </p>
  )
}
