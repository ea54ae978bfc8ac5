import { lazy, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useAppSelector } from '../../data/store/hooks.ts'
import { LARGE, useMedia, WIDE } from '../../lib/media/useMedia.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { ChartPanel } from '../chart/index.ts'
import { LazyMarketSpeedControl } from '../realm/index.ts'
import { OrdersPanel } from '../orders/index.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { BookPanel, TradesPanel } from '../order-book/index.ts'
import { SpotOrderTicket } from '../order-ticket/index.ts'
import { useTerminalKeys } from './keys/useTerminalKeys.ts'
import { useTerminalLayout } from './useTerminalLayout.ts'
import { MarketNotice } from './MarketNotice.tsx'
import { sideTerminal } from './sideTerminal.ts'
import { SpotHeading } from './SpotHeading.tsx'
import { PairStrip } from './strip/PairStrip.tsx'
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

/** Strip, chart, book, order form and the user's orders, as `visual direction` composes them. */
export default function DesktopTerminal({
  spec,
  terminal,
}: TerminalProps & { readonly terminal: TerminalStore }) {
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
    <div
      className={styles['terminal']}
      {...rootProps}
      data-docked={isDocked || undefined}
      onPointerEnter={greet}
      onFocus={greet}
    >
      {isDocked ? (
        <aside className={styles['list']} aria-label={t('spot.watchList')}>
          <OptionalLazyBoundary quiet onFail={NOTHING}>
            <PairList selected={spec.symbol} onChosen={NOTHING} withFavourites isDocked />
          </OptionalLazyBoundary>
        </aside>
      ) : null}
      <SpotHeading pair={`${spec.base}/${spec.quote}`} />
      <div className={styles['stripPlace']}>
        <PairStrip
          spec={spec}
          onWatchList={() => terminal.commands.emit('watchList')}
          menu={
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
            </>
          }
        />
      </div>
      <div className={styles['chart']}>
        <MarketNotice spec={spec} />
        <ChartPanel spec={spec} />
      </div>
      <div className={styles['book']}>
        <BookPanel spec={spec} onPick={terminal.prices.pick} isAlone={hasTrades} />
      </div>
      {hasTrades ? (
        <div className={styles['trades']}>
          <TradesPanel spec={spec} />
        </div>
      ) : null}
      <div className={styles['form']}>
        {preset === 'both' ? (
          SIDES.map((side) => (
            <SpotOrderTicket
              key={side}
              spec={spec}
              terminal={sides[side]}
              initialSide={side}
              isSideFixed
            />
          ))
        ) : (
          <SpotOrderTicket spec={spec} terminal={terminal} />
        )}
      </div>
      <div className={styles['orders']}>
        <OrdersPanel spec={spec} commands={terminal.commands} chosen={terminal.list} />
      </div>
      {hasHand ? (
        <OptionalLazyBoundary quiet onFail={NOTHING}>
          <TerminalDividers layout={layout} change={change} />
        </OptionalLazyBoundary>
      ) : null}
      <TerminalOverlays terminal={terminal} tour={tour} />
    </div>
  )
}
