import { lazy, Suspense, useEffect, useState } from 'react'
import type { SpotSymbol } from '../orders/model.ts'
import type { TerminalDesk } from './terminalDesk.ts'
import { useFirstVisit } from './tour/useFirstVisit.ts'

const KeyHelp = lazy(() => import('./keys/KeyHelp.tsx'))
const WatchList = lazy(() => import('./watch/WatchList.tsx'))
const Tour = lazy(() => import('./tour/Tour.tsx'))

/** What lies above the terminal while it is wanted; its code comes with the wish. */
export function TerminalOverlays({ desk, symbols, tour }: { desk: TerminalDesk; symbols: readonly SpotSymbol[]; /** Rises with each wish to see the tour again. */ tour: number }) {
  const [shown, setShown] = useState<'help' | 'watchList' | undefined>(undefined)
  const { isFirst, end } = useFirstVisit(tour)
  useEffect(() => desk.commands.subscribe((command) => (command === 'help' || command === 'watchList') && setShown(command)), [desk])
  const close = () => setShown(undefined)
  return (
    <Suspense fallback={null}>
      {shown === 'help' ? <KeyHelp onClose={close} /> : null}
      {shown === 'watchList' ? <WatchList symbols={symbols} onClose={close} /> : null}
      {isFirst ? <Tour onEnd={end} /> : null}
    </Suspense>
  )
}
