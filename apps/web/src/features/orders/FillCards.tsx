import { useDates, useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { useMessages } from '../../lib/messages/messages.ts'
import { CardList } from './CardList.tsx'
import { PairCell, SideCell } from './cells.tsx'
import { EXECUTION_COSTS } from '../../data/spot/executionCosts.ts'
import { feeDigits, type SpotFill } from '../../data/spot/model.ts'
import styles from './orders.module.css'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'

/** Fills on a phone, two lines each. */
export function FillCards({
  label,
  fills,
  status,
  empty,
}: {
  label: string
  fills: readonly SpotFill[]
  status: ListStatus
  empty: string
}) {
  return (
    <CardList
      label={label}
      status={status}
      entries={fills}
      empty={empty}
      keyOf={({ fillId }) => fillId}
    >
      {(fill) => <FillCard fill={fill} />}
    </CardList>
  )
}

function FillCard({ fill }: { readonly fill: SpotFill }) {
  const t = useMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const { symbol, side, role, price, size, fee, feeAsset, createdAt } = fill
  const spec = useSymbolIndex().get(symbol)
  return (
    <>
      <span className={styles['cardLine']}>
        <span>
          <SideCell order={{ side }} /> <PairCell symbol={symbol} spec={spec} />{' '}
          <span className={styles['quiet']}>
            {role === 'maker' ? t('orders.maker') : t('orders.taker')}
          </span>
        </span>
        <NumberText tone="muted" full={dates.timestamp(createdAt)}>
          {dates.timestamp(createdAt)}
        </NumberText>
      </span>
      <span className={styles['cardLine']} data-figures="">
        <span>
          <NumberText unit={spec?.base}>
            {numbers.number(size, { digits: spec?.quantityPlace ?? 8, purpose: 'size' })}
          </NumberText>{' '}
          @{' '}
          <NumberText>
            {numbers.number(price, { digits: spec?.pricePlace ?? 8, purpose: 'price' })}
          </NumberText>
        </span>
        <NumberText tone="muted" full={fee} unit={feeAsset}>
          {numbers.number(fee, { digits: feeDigits(feeAsset, spec), purpose: 'fee' })}
        </NumberText>
      </span>
      {fill.spread === undefined ? null : <FillCosts fill={fill} unit={spec?.quote ?? ''} />}
    </>
  )
}

/** What a paper fill cost beyond the middle price. */
function FillCosts({ fill, unit }: { readonly fill: SpotFill; readonly unit: string }) {
  const t = useMessages()
  const numbers = useNumbers('trading')
  return (
    <span className={styles['costs']}>
      {EXECUTION_COSTS.map((cost) => (
        <span key={cost}>
          {t(`orders.${cost}Cost`, { unit })}{' '}
          <NumberText full={fill[cost]}>{numbers.number(fill[cost], { digits: 4 })}</NumberText>
        </span>
      ))}
    </span>
  )
}
