import { lazy, Suspense, useState } from 'react'
import { PHONE, useMedia } from '../media/useMedia.ts'
import { createTerminalDesk } from './terminalDesk.ts'
import type { TerminalProps } from './TerminalProps.ts'
import { TerminalSkeleton } from './TerminalSkeleton.tsx'
import { useKeepPair } from './useKeepPair.ts'

const DesktopTerminal = lazy(() => import('./DesktopTerminal.tsx'))
const PhoneTerminal = lazy(() => import('./PhoneTerminal.tsx'))

/** One of two compositions; a phone does not wait for the code of the wide one. */
export function Terminal({ spec, symbols }: TerminalProps) {
  const [desk] = useState(createTerminalDesk)
  const Composition = useMedia(PHONE) ? PhoneTerminal : DesktopTerminal
  useKeepPair(spec)
  return (
    <Suspense fallback={<TerminalSkeleton />}>
      <Composition spec={spec} symbols={symbols} desk={desk} />
    </Suspense>
  )
}
