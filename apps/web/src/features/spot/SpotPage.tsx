import { ErrorState } from '@x/ui/empty-state'
import { useParams } from 'react-router'
import { useMessages } from '../../lib/messages/messages.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import { PairTitle } from './PairTitle.tsx'
import styles from './terminal.module.css'
import { Terminal } from './Terminal.tsx'
import { LazyUnknownPair } from './LazyUnknownPair.ts'
import { TerminalSkeleton } from './TerminalSkeleton.tsx'

/** `/spot/:symbol` */
export function SpotPage() {
  const t = useMessages()
  const { symbol = '' } = useParams()
  const wanted = symbol.toUpperCase()
  const {
    data: symbols,
    isLoading,
    error,
    refetch,
  } = useReference((reference) => reference.symbols)
  if (isLoading) return <TerminalSkeleton />
  if (!symbols)
    return (
      <div className={styles['nothing']}>
        <ErrorState
          title={t('spot.unreachable')}
          onRetry={() => void refetch()}
          traceId={failureOf(error).traceId}
        />
      </div>
    )
  const spec = symbols.find((candidate) => candidate.symbol === wanted)
  if (!spec) return <LazyUnknownPair symbol={symbol} />
  return (
    <>
      <PairTitle spec={spec} />
      <Terminal key={spec.symbol} spec={spec} />
    </>
  )
}
