import type { FuturesPosition, FuturesSymbol } from '@x/api'
import { useNumbers } from '@x/locale/react'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { positionKey } from '../../data/futures/positionsApi.ts'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { AdlLights } from './AdlLights.tsx'
import { ContractName } from './ContractName.tsx'
import { FigureText } from './FigureText.tsx'
import styles from './futuresPanel.module.css'
import { PositionActions } from './PositionActions.tsx'
import { POSITION_FIGURES, type PositionFigure } from './positionFigures.ts'
import type { OpenPositionDialog } from './positionDialogs.ts'

const CARD_FIGURES: readonly PositionFigure[] = [
  'pnl',
  'roe',
  'ratio',
  'size',
  'value',
  'margin',
  'entry',
  'mark',
  'liquidation',
  'breakEven',
  'realised',
  'funding',
  'takeProfit',
  'stopLoss',
]

/** The table has one name for both, in one column. */
const EXIT_NAMES = { takeProfit: 'spot.takeProfit', stopLoss: 'spot.stopLoss' } as const

interface PositionCardsProps {
  readonly label: string
  readonly status: ListStatus
  readonly empty: string
  readonly positions: readonly FuturesPosition[]
  readonly contracts: ReadonlyMap<string, FuturesSymbol>
  readonly isPaper: boolean
  readonly onOpen: OpenPositionDialog
}

/** Positions on a phone: a card each, with every figure of the table. */
export function PositionCards({
  label,
  status,
  empty,
  positions,
  contracts,
  isPaper,
  onOpen,
}: PositionCardsProps) {
  if (status.kind === 'loading') return <SkeletonRows rows={3} />
  if (status.kind === 'error')
    return <ErrorState title={status.title} onRetry={status.onRetry} traceId={status.traceId} />
  if (positions.length === 0) return <EmptyState>{empty}</EmptyState>
  return (
    <ul className={styles['cards']} aria-label={label}>
      {positions.map((position) => (
        <li key={positionKey(position)} className={styles['card']}>
          <div className={styles['cardHead']}>
            <ContractName position={position} />
            <AdlLights lights={position.adl} isSimulated={isPaper} />
          </div>
          <Figures position={position} contract={contracts.get(position.symbol)} />
          <PositionActions position={position} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function Figures({
  position,
  contract,
}: {
  readonly position: FuturesPosition
  readonly contract: FuturesSymbol | undefined
}) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  return (
    <dl className={styles['figures']}>
      {CARD_FIGURES.map((key) => {
        const [nameOf, figureOf] = POSITION_FIGURES[key]
        return (
          <div key={key}>
            <dt>{key in EXIT_NAMES ? t(EXIT_NAMES[key as keyof typeof EXIT_NAMES]) : nameOf(t)}</dt>
            <dd>
              <FigureText {...figureOf(position, { numbers, contract, t })} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
