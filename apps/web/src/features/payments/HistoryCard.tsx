import { Button } from '@x/ui/button'
import { type ReactNode, useId } from 'react'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'

interface HistoryCardProps {
  readonly title: string
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  readonly children: ReactNode
}

/** A list below its title, with the way to older entries. */
export function HistoryCard({ title, query, children }: HistoryCardProps) {
  const t = useAccountMessages()
  const id = useId()
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id} className={styles['heading']}>
        {title}
      </h2>
      {children}
      {query.hasNextPage ? (
        <Button
          size="small"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('orders.loadMore')}
        </Button>
      ) : null}
    </section>
  )
}
