import { Icon } from '@x/ui/icon'
import { KeySquare, Send, Wallet } from 'lucide-react'
import { BRANDS, type ThirdParty } from '../../lib/config/thirdParties.ts'
import styles from './third.module.css'

const ICONS = { tg: Send, wallet: Wallet, oidc: KeySquare } as const

/** A drawn mark of a third party: an icon, or the first letter of its name; no trademark. */
export function ThirdMark({ provider }: { readonly provider: ThirdParty }) {
  if (provider !== 'google' && provider !== 'apple') return <Icon of={ICONS[provider]} size={16} />
  return (
    <span className={styles['mark']} aria-hidden="true">
      {BRANDS[provider].slice(0, 1)}
    </span>
  )
}
