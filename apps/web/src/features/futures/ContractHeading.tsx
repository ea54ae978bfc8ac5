import { VisuallyHidden } from '@x/ui/visually-hidden'
import type { Contract } from '../../data/futures/contracts.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import styles from './futures.module.css'

/** The heading of the terminal, whose contract the strip shows to who sees it. */
export function ContractHeading({ spec }: { readonly spec: Contract }) {
  const t = useFuturesMessages()
  return (
    <h1 className={styles['heading']}>
      <VisuallyHidden>{t('contract.title', { name: spec.name })}</VisuallyHidden>
    </h1>
  )
}
