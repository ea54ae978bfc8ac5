import { useMarginAccounts } from '../../data/margin/api.ts'
import { useAccountName } from '../../data/margin/accountName.ts'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { LazyRecords } from '../records/index.ts'
import { LevelGauge } from './LevelGauge.tsx'
import styles from './margin.module.css'
import { isPositive, owedOf } from './marginFigures.ts'
import { useMarginLists } from './useMarginLists.tsx'

const KINDS = ['loans', 'interest', 'liquidations'] as const

/**
 * `/order/marginOrderInfo`: how near margin accounts are to liquidation; their orders, their fills
 * and what loans made of them.
 */
export default function MarginOrdersPage() {
  return (
    <PageTexts>
      <MarginOrders />
    </PageTexts>
  )
}

function MarginOrders() {
  const t = useMarginMessages()
  return (
    <LazyRecords
      funds="margin"
      title={t('margin.ordersTitle')}
      head={<Levels />}
      more={useMarginLists(KINDS)}
    />
  )
}

/** The level of the cross account, and of each isolated one that owes something. */
function Levels() {
  const nameOf = useAccountName()
  const { data } = useMarginAccounts()
  const shown = data?.filter(
    (account) =>
      account.symbol === null ||
      account.assets.some(({ asset }) => isPositive(owedOf(account, asset))),
  )
  if (!shown) return null
  return (
    <div className={styles['levels']}>
      {shown.map((account) => (
        <section
          key={account.symbol ?? ''}
          className={styles['card']}
          aria-label={nameOf(account.symbol)}
        >
          <h2 className={styles['heading']}>{nameOf(account.symbol)}</h2>
          <LevelGauge account={account} />
        </section>
      ))}
    </div>
  )
}
