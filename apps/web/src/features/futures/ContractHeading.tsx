import { VisuallyHidden } from '@x/ui/visually-hidden'
import type { Contract } from '../../data/futures/contracts.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import styles from './futures.module.css'

/** The heading of the terminal, whose contract the strip shows to who sees it. */
export function ContractHeading({
  spec,
  as: Heading = 'h1',
}: {
  readonly spec: Contract
  /** Below the title of a page that has one. */
  readonly as?: 'h1' | 'h2'
}) {
  const t = useFuturesMessages()
  return (
    <Heading className={styles['heading']}>
      <VisuallyHidden>{t('contract.title', { name: spec.name })}</VisuallyHidden>
    </Heading>
  )
}
