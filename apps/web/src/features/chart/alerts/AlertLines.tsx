import { useEffect, useEffectEvent } from 'react'
import { TerminalTexts } from '../../../lib/lazy/TerminalTexts.tsx'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import type { FixedLine } from '../orderLines.ts'
import { useAlertLines } from './useAlertLines.ts'

interface AlertLinesProps {
  readonly spec: SpotSymbol
  /** Called with the lines whenever they change; with none as it goes. */
  readonly onLines: (lines: readonly FixedLine[]) => void
}

/** Reports the lines of a pair's price alerts, and draws nothing itself. */
export default function AlertLines(props: AlertLinesProps) {
  return (
    <TerminalTexts>
      <Lines {...props} />
    </TerminalTexts>
  )
}

function Lines({ spec, onLines }: AlertLinesProps) {
  const lines = useAlertLines(spec)
  const report = useEffectEvent(onLines)
  useEffect(() => {
    report(lines)
    return () => report([])
  }, [lines])
  return null
}
