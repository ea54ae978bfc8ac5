import type { FuturesProduct } from '@x/api'
import { DataTable } from '@x/ui/data-table'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { positionKey } from '../../data/futures/positionsApi.ts'
import { useAvailableWidth } from '../../lib/media/useAvailableWidth.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import styles from './futuresPanel.module.css'
import { MarginGauge } from './MarginGauge.tsx'
import { PositionCards } from './PositionCards.tsx'
import { useLivePositions } from './useLivePositions.ts'
import { usePositionColumns } from './usePositionColumns.tsx'
import { usePositionDialogs } from './usePositionDialogs.tsx'

/** The open positions of a product, or of both, with what can be done with them. */
export function PositionsList({
  product,
  symbol,
}: {
  readonly product?: FuturesProduct
  /** Its positions alone; absent: those of all contracts. */
  readonly symbol?: string | undefined
}) {
  const t = useFuturesMessages()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const isPhone = useMedia(PHONE)
  const { positions: all, contracts, status } = useLivePositions(product)
  const positions = symbol === undefined ? all : all.filter((each) => each.symbol === symbol)
  const { box, width } = useAvailableWidth()
  const { open, dialog } = usePositionDialogs()
  const columns = usePositionColumns({ contracts, width, isPaper, onOpen: open })
  const isStale = positions.some(({ markPrice }) => markPrice === null)
  const shown = { label: t('positions.title'), status, empty: t('positions.empty') }
  return (
    <>
      {product ? <MarginGauge product={product} /> : null}
      {isStale ? (
        <p className={styles['note']} role="status">
          {t('positions.stale')}
        </p>
      ) : null}
      <div ref={box} className={styles['list']} data-stale={isStale ? '' : undefined}>
        {isPhone ? (
          <PositionCards
            {...shown}
            positions={positions}
            contracts={contracts}
            isPaper={isPaper}
            onOpen={open}
          />
        ) : (
          <DataTable
            className={styles['table']}
            label={shown.label}
            columns={columns}
            rows={positions}
            rowKey={positionKey}
            headerHeight={40}
            status={status}
            empty={{ text: shown.empty }}
          />
        )}
        {dialog}
      </div>
    </>
  )
}
