import { lazy, useEffect, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { TerminalTexts } from '../../lib/lazy/TerminalTexts.tsx'
import type { TerminalStore } from './terminalStore.ts'
import { useFirstVisit } from './tour/useFirstVisit.ts'

const KeyHelp = lazy(() => import('./keys/KeyHelp.tsx'))
const WatchList = lazy(() => import('./watch/WatchList.tsx'))
const Tour = lazy(() => import('./tour/Tour.tsx'))
/** A tour that could not be shown is shown at the next visit. */
const NOTHING = () => {}

/** What lies above the terminal while it is wanted; its code comes with the wish. */
export function TerminalOverlays({
  terminal,
  tour,
}: {
  terminal: Pick<TerminalStore<unknown>, 'commands'>
  /** Rises with each wish to see the tour again. */ tour: number
}) {
  const [shown, setShown] = useState<'help' | 'watchList' | undefined>(undefined)
  const { isFirst, end } = useFirstVisit(tour)
  useEffect(
    () =>
      terminal.commands.subscribe(
        (command) => (command === 'help' || command === 'watchList') && setShown(command),
      ),
    [terminal],
  )
  const close = () => setShown(undefined)
  return (
    <>
      {shown === 'help' ? (
        <OptionalLazyBoundary onFail={close}>
          <TerminalTexts>
            <KeyHelp onClose={close} />
          </TerminalTexts>
        </OptionalLazyBoundary>
      ) : null}
      {shown === 'watchList' ? (
        <OptionalLazyBoundary onFail={close}>
          <WatchList onClose={close} />
        </OptionalLazyBoundary>
      ) : null}
      {isFirst ? (
        <OptionalLazyBoundary quiet onFail={NOTHING}>
          <Tour onEnd={end} />
        </OptionalLazyBoundary>
      ) : null}
    </>
  )
}
