import { useNumbers } from '@x/locale/react'
import { Badge } from '@x/ui/badge'
import { Button, ButtonLink } from '@x/ui/button'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type EarnProduct, useEarnProducts } from '../../data/earn/api.ts'
import { ListTable } from '../../lib/lists/ListTable.tsx'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './earn.module.css'
import { useProductName } from './useProductName.ts'

interface EarnProductsProps {
  readonly isUser: boolean
  readonly onChoose: (product: EarnProduct) => void
}

const NONE: readonly EarnProduct[] = []

/** What is offered; a guest is led to the log-in first. */
export function EarnProducts({ isUser, onChoose }: EarnProductsProps) {
  const t = useProductMessages()
  const query = useEarnProducts()
  const statusOf = useListStatus()
  const columns = useColumns({ isUser, onChoose })
  return (
    <section className={`${styles['table']} ${own['products']}`}>
      <ListTable
        label={t('product.earn')}
        columns={columns}
        rows={query.data ?? NONE}
        rowKey={({ productId }) => productId}
        status={statusOf(query, { hasData: query.data !== undefined })}
        empty={t('earn.none')}
      />
    </section>
  )
}

/** The yearly rates of a product, with the amount up to which each one counts. */
function AprTiers({ tiers, asset }: Pick<EarnProduct, 'tiers' | 'asset'>) {
  const t = useProductMessages()
  const numbers = useNumbers('trading')
  return (
    <span className={own['tiers']}>
      {tiers.map(({ upTo, apr }) => (
        <span key={upTo ?? ''}>
          <NumberText>{numbers.percent(apr, { unit: 'percent' })}</NumberText>
          {upTo === null ? null : (
            <span className={styles['note']}>
              {' '}
              {t('earn.upTo', {
                amount: `${numbers.number(upTo, { digits: 8, trim: true })} ${asset}`,
              })}
            </span>
          )}
        </span>
      ))}
    </span>
  )
}

function useColumns({ isUser, onChoose }: EarnProductsProps) {
  const t = useProductMessages()
  const to = useLocalePath()
  const numbers = useNumbers('trading')
  const { term } = useProductName()
  return useMemo(
    () =>
      [
        {
          key: 'asset',
          header: t('orders.asset'),
          minWidth: 96,
          cell: ({ asset }) => (
            <span className={own['coin']}>
              <CoinIcon asset={asset} />
              <bdi>{asset}</bdi>
            </span>
          ),
        },
        { key: 'term', header: t('earn.term'), minWidth: 80, cell: ({ days }) => term(days) },
        {
          key: 'apr',
          header: t('earn.apr'),
          minWidth: 152,
          cell: ({ tiers, asset }) => <AprTiers tiers={tiers} asset={asset} />,
        },
        {
          key: 'left',
          header: t('earn.left'),
          kind: 'number',
          minWidth: 128,
          cell: ({ left, asset }) => (
            <NumberText unit={asset}>{numbers.number(left, { digits: 2, trim: true })}</NumberText>
          ),
        },
        {
          key: 'action',
          header: '',
          label: t('orders.actions'),
          kind: 'actions',
          fixed: 'end',
          minWidth: 112,
          cell: (product) =>
            product.isPaused ? (
              <Badge tone="warning">{t('earn.paused')}</Badge>
            ) : isUser ? (
              <Button size="small" onClick={() => onChoose(product)}>
                {t('earn.subscribe')}
              </Button>
            ) : (
              <ButtonLink
                size="small"
                render={(props) => (
                  <Link {...props} to={to(`/login?from=${encodeURIComponent('/earn')}`)} />
                )}
              >
                {t('shell.login')}
              </ButtonLink>
            ),
        },
      ] satisfies Column<EarnProduct>[],
    [t, to, numbers, term, isUser, onChoose],
  )
}
