import { Fragment, lazy, type ReactNode, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectRealm } from '../../data/store/slice.ts'
import type { Side } from '../../data/spot/model.ts'
import { LARGE, useMedia, WIDE } from '../../lib/media/useMedia.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import type { TicketTerminal } from '../order-ticket/index.ts'
import { LazyMarketSpeedControl } from '../realm/index.ts'
import { useTerminalKeys } from './keys/useTerminalKeys.ts'
import { useTerminalLayout } from './useTerminalLayout.ts'
import { sideTerminal } from './sideTerminal.ts'
import type { TerminalStore } from './terminalStore.ts'
import { TerminalMenu } from './TerminalMenu.tsx'
import { TerminalOverlays } from './TerminalOverlays.tsx'
import type { TerminalProps } from './TerminalProps.ts'
import styles from './terminal.module.css'

// Nobody draws a panel larger before a pointer or the focus is there.
const TerminalDividers = lazy(() => import('./TerminalDividers.tsx'))
/**
 * Without its dividers the terminal has fixed sizes; without the speed control the market
 * runs on.
 */
const NOTHING = () => {}
const SIDES = ['buy', 'sell'] as const
const PairList = lazy(() => import('./strip/PairList.tsx'))

/** Where an order ticket of the terminal stands: alone, or one of a side beside the other. */
export interface TicketSlot<Draft> {
  readonly terminal: TicketTerminal<Draft>
  readonly initialSide?: Side
  readonly isSideFixed?: boolean
}

export interface TerminalFrameProps<Draft> extends TerminalProps {
  readonly terminal: TerminalStore<Draft>
  readonly heading: ReactNode
  /** With the menu of the terminal at its end. */
  readonly strip: (menu: ReactNode) => ReactNode
  readonly chart: ReactNode
  /** Whether the book has no trades as its second tab. */
  readonly book: (isAlone: boolean) => ReactNode
  readonly trades: ReactNode
  readonly ticket: (slot: TicketSlot<Draft>) => ReactNode
  readonly orders: ReactNode
}

/** The panels of a wide terminal in their places, with its keys, its menu and its dividers. */
export function TerminalFrame<Draft>({
  spec,
  terminal,
  heading,
  strip,
  ticket,
  ...panels
}: TerminalFrameProps<Draft>) {
  const t = useMessages()
  const { layout, change, rootProps } = useTerminalLayout()
  const isWide = useMedia(WIDE)
  const isLarge = useMedia(LARGE)
  const preset = isLarge ? layout.preset : 'standard'
  // Where the columns leave it no place the list waits as a drawer.
  const isDocked =
    isLarge && layout.isDocked && preset !== 'both' && (isWide || preset !== 'professional')
  const hasTrades = isWide || preset === 'professional'
  const [sides] = useState(() => ({
    buy: sideTerminal(terminal, 'buy'),
    sell: sideTerminal(terminal, 'sell'),
  }))
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const [tour, setTour] = useState(0)
  const [hasHand, setHand] = useState(false)
  const greet = () => setHand(true)
  useTerminalKeys(terminal, spec)
  return (
    <div {...rootProps} data-docked={isDocked || undefined} onPointerEnter={greet} onFocus={greet}>
      {isDocked ? (
        <aside className={styles['list']} aria-label={t('spot.watchList')}>
          <OptionalLazyBoundary quiet onFail={NOTHING}>
            <PairList selected={spec.symbol} onChosen={NOTHING} withFavourites isDocked />
          </OptionalLazyBoundary>
        </aside>
      ) : null}
      {heading}
      <div className={styles['stripPlace']}>
        {strip(
          <>
            {isPaper ? (
              <OptionalLazyBoundary onFail={NOTHING}>
                <LazyMarketSpeedControl isSlim />
              </OptionalLazyBoundary>
            ) : null}
            <TerminalMenu
              terminal={terminal}
              layout={layout}
              change={change}
              onTour={() => setTour((count) => count + 1)}
            />
          </>,
        )}
      </div>
      <div className={styles['chart']}>{panels.chart}</div>
      <div className={styles['book']}>{panels.book(hasTrades)}</div>
      {hasTrades ? <div className={styles['trades']}>{panels.trades}</div> : null}
      <div className={styles['form']}>
        {preset === 'both'
          ? SIDES.map((side) => (
              <Fragment key={side}>
                {ticket({ terminal: sides[side], initialSide: side, isSideFixed: true })}
              </Fragment>
            ))
          : ticket({ terminal })}
      </div>
      <div className={styles['orders']}>{panels.orders}</div>
      {hasHand ? (
        <OptionalLazyBoundary quiet onFail={NOTHING}>
          <TerminalDividers layout={layout} change={change} />
        </OptionalLazyBoundary>
      ) : null}
      <TerminalOverlays terminal={terminal} tour={tour} />
    </div>
  )
}
