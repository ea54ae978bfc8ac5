import { useState } from 'react'
import { type EarnProduct, useEarnUpdates } from '../../data/earn/api.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from '../../lib/product-page/product.module.css'
import { EarnHistory } from './EarnHistory.tsx'
import { EarnPositions } from './EarnPositions.tsx'
import { EarnProducts } from './EarnProducts.tsx'
import { SubscribeDialog } from './SubscribeDialog.tsx'

/** `/earn`: what is offered, what the user has in it, and the interest that was paid. */
export function EarnPage() {
  const t = useProductMessages()
  const isUser = useAppSelector(selectStatus) === 'user'
  const [chosen, setChosen] = useState<EarnProduct>()
  usePageTitle(t('product.earn'))
  useEarnUpdates()
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('product.earn')}</h1>
        <p className={styles['note']}>{t('earn.lead')}</p>
      </header>
      <EarnProducts onChoose={setChosen} isUser={isUser} />
      {isUser ? <EarnPositions /> : null}
      {isUser ? <EarnHistory /> : null}
      {chosen ? <SubscribeDialog product={chosen} onClose={() => setChosen(undefined)} /> : null}
    </div>
  )
}
