import type { FuturesPosition } from '@x/api'
import { useDates, useNumbers } from '@x/locale/react'
import { Dialog } from '@x/ui/dialog'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { FigureText } from './FigureText.tsx'
import { CoinTitle } from '../../lib/coins/CoinTitle.tsx'
import { baseOf } from './baseOf.ts'
import styles from './futuresPanel.module.css'
import type { PositionDialogProps } from './positionDialogs.ts'
import { type Figure, type FigureContext, POSITION_FIGURES } from './positionFigures.ts'
import { contractFigures, positionName, sizeUnit } from './terms.ts'

/** Every field of a position (spec 3), those of the table among them. */
export default function DetailsDialog({ position, onClose }: PositionDialogProps) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const dates = useDates()
  const contract = useContracts().get(position.symbol)
  const context = { t, numbers, contract }
  const time = (at: number): Figure => ({ text: dates.timestamp(at, 'minute') })
  const rows: readonly (readonly [name: string, figure: Figure])[] = [
    ...modes(position, context),
    ...sizes(position, context),
    ...prices(position, context),
    ...amounts(position, context),
    [t('positions.number'), { text: position.orderNo }],
    [t('positions.opened'), time(position.openedAt)],
    [t('positions.updated'), time(position.updatedAt)],
  ]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <CoinTitle asset={baseOf(position)}>
          {t('positions.detailsTitle', { position: positionName(position, t) })}
        </CoinTitle>
      }
      size="large"
    >
      <dl className={styles['figures']} data-wide="">
        {rows.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <FigureText {...figure} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

type Rows = readonly (readonly [name: string, figure: Figure])[]

const modes = (position: FuturesPosition, { t }: FigureContext): Rows => {
  const { marginMode, positionMode, openLevel, positionsLevel, adl, autoMargin } = position
  return [
    [
      t('contract.marginMode'),
      { text: t(marginMode === 1 ? 'positions.isolated' : 'positions.cross') },
    ],
    [
      t('contract.positionMode'),
      { text: t(positionMode === 1 ? 'contract.oneWay' : 'contract.twoWay') },
    ],
    [
      t('contract.leverage'),
      {
        text:
          openLevel === positionsLevel
            ? `${positionsLevel}×`
            : `${openLevel}× / ${positionsLevel}×`,
      },
    ],
    [t('positions.adl'), { text: `${adl} / 5` }],
    ...(marginMode === 1
      ? [[t('positions.auto'), { text: autoMargin ? '✓' : '--' }] as const]
      : []),
  ]
}

const sizes = (position: FuturesPosition, context: FigureContext): Rows => {
  const { t, numbers, contract } = context
  const size = (value: string): Figure => ({
    text: contractFigures(numbers, contract).size(value),
    unit: sizeUnit(contract, t),
  })
  return [
    [t('positions.size'), size(position.positionsCount)],
    [t('positions.closable'), size(position.count)],
    [t('positions.filledToOpen'), size(position.openDealCount)],
    [t('positions.filledToClose'), size(position.closeDealCount)],
    named('value', position, context),
  ]
}

const prices = (position: FuturesPosition, context: FigureContext): Rows => {
  const { t, numbers, contract } = context
  const price = (value: string | null): Figure => ({
    text: contractFigures(numbers, contract).price(value),
  })
  return [
    named('entry', position, context),
    [t('positions.openingAverage'), price(position.openAvgPrice)],
    named('breakEven', position, context),
    named('mark', position, context),
    named('liquidation', position, context),
    [t('positions.bankruptcy'), price(position.bankruptcyPrice)],
    [t('spot.takeProfit'), price(position.takeProfit?.triggerPrice ?? null)],
    [t('spot.stopLoss'), price(position.stopLoss?.triggerPrice ?? null)],
  ]
}

const amounts = (position: FuturesPosition, context: FigureContext): Rows => {
  const { t, numbers, contract } = context
  const amount = (value: string): Figure => ({
    text: contractFigures(numbers, contract).amount(value),
    unit: position.marginCoin,
    full: value,
  })
  return [
    named('margin', position, context),
    [t('positions.openingMargin'), amount(position.openMarginCount)],
    named('ratio', position, context),
    named('pnl', position, context),
    named('roe', position, context),
    named('realised', position, context),
    [t('orders.fee'), amount(position.fees)],
    named('funding', position, context),
  ]
}

/** A figure of the table with its name there. */
function named(
  key: keyof typeof POSITION_FIGURES,
  position: FuturesPosition,
  context: FigureContext,
): Rows[number] {
  const [nameOf, figureOf] = POSITION_FIGURES[key]
  return [nameOf(context.t), figureOf(position, context)]
}
