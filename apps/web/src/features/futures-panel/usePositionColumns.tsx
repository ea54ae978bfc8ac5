import type { FuturesPosition, FuturesSymbol } from '@x/api'
import { useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { type ReactNode, useMemo } from 'react'
import { fitColumns } from '../../lib/media/fitColumns.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { AdlLights } from './AdlLights.tsx'
import { ContractName } from './ContractName.tsx'
import { FigureText } from './FigureText.tsx'
import styles from './futuresPanel.module.css'
import { PositionActions } from './PositionActions.tsx'
import { POSITION_FIGURES, type PositionFigure } from './positionFigures.ts'
import type { OpenPositionDialog } from './positionDialogs.ts'

interface PositionColumnsOptions {
  readonly contracts: ReadonlyMap<string, FuturesSymbol>
  readonly width: number | undefined
  readonly isPaper: boolean
  readonly onOpen: OpenPositionDialog
}

/** Two figures that belong together stand one below the other. */
const PAIRS: readonly (readonly [PositionFigure, PositionFigure, minWidth: number])[] = [
  ['size', 'value', 118],
  ['entry', 'breakEven', 96],
  ['mark', 'liquidation', 96],
  ['margin', 'ratio', 112],
  ['pnl', 'roe', 118],
  ['realised', 'funding', 140],
  ['takeProfit', 'stopLoss', 90],
]
/** What a narrow table does without, in this order: the cards of a phone have all of it. */
const EXPENDABLE = ['realised', 'adl', 'takeProfit']

function Pair({ top, bottom }: { readonly top: ReactNode; readonly bottom: ReactNode }) {
  return (
    <span className={styles['stack']}>
      <span>{top}</span>
      <span className={styles['quiet']}>{bottom}</span>
    </span>
  )
}

/** Every figure of a position (spec 3, futures 12), in as many columns as stand side by side. */
export function usePositionColumns({
  contracts,
  width,
  isPaper,
  onOpen,
}: PositionColumnsOptions): readonly Column<FuturesPosition>[] {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  return useMemo(() => {
    const pairs = PAIRS.map(([top, bottom, minWidth]): Column<FuturesPosition> => {
      const [topName, topOf] = POSITION_FIGURES[top]
      const [bottomName, bottomOf] = POSITION_FIGURES[bottom]
      return {
        key: top,
        header: <Pair top={topName(t)} bottom={bottomName(t)} />,
        label: [topName(t), bottomName(t)].filter(Boolean).join(', '),
        kind: 'number',
        minWidth,
        cell: (position) => {
          const context = { numbers, contract: contracts.get(position.symbol), t }
          return (
            <Pair
              top={<FigureText {...topOf(position, context)} />}
              bottom={<FigureText {...bottomOf(position, context)} />}
            />
          )
        },
      }
    })
    const columns: readonly Column<FuturesPosition>[] = [
      {
        key: 'contract',
        header: t('positions.contract'),
        minWidth: 150,
        fixed: 'start',
        cell: (position) => <ContractName position={position} />,
      },
      ...pairs,
      {
        key: 'adl',
        header: t('positions.adl'),
        kind: 'number',
        minWidth: 72,
        cell: ({ adl }) => <AdlLights lights={adl} isSimulated={isPaper} />,
      },
      {
        key: 'actions',
        header: '',
        label: t('orders.actions'),
        kind: 'actions',
        minWidth: 178,
        fixed: 'end',
        cell: (position) => <PositionActions position={position} onOpen={onOpen} />,
      },
    ]
    const fitted = fitColumns(columns, { width, expendable: EXPENDABLE })
    if (fitted.some(({ key }) => key === 'adl')) return fitted
    // Without a column of their own the lights are next to the name.
    const named = (position: FuturesPosition) => (
      <ContractName position={position}>
        <AdlLights lights={position.adl} isSimulated={isPaper} />
      </ContractName>
    )
    return fitted.map((column) => (column.key === 'contract' ? { ...column, cell: named } : column))
  }, [contracts, width, isPaper, onOpen, t, numbers])
}
